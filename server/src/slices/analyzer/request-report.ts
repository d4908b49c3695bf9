import type { analyzer } from '@mailwright/contract/analyzer'
import type { Body, Reply } from '@mailwright/contract/route'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { isUuid, newId } from '../../platform/ids/ids.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { findOwnMailboxes } from '../mailboxes/index.ts'
import { findOrInsertReport, type NewReport } from './analyzer.store.ts'
import { reportJob } from './report-job.ts'

export async function checkMailbox(db: Db, memberId: string, id: string) {
  const own = isUuid(id) ? await findOwnMailboxes(db, memberId) : []
  if (!own.some((mailbox) => mailbox.id === id.toLowerCase())) throw fault('analyzer.mailbox_not_found')
}

async function findOrInsert(db: Db, report: NewReport) {
  // The request that inserts commits before the other one sees the conflict, so a second look finds it.
  for (let attempt = 0; attempt < 5; attempt++) {
    const found = await findOrInsertReport(db, report)
    if (found) return found
  }
  throw new Error('failed to find the report of a concurrent request')
}

/** Today's report, or a new one that a job generates. */
export async function requestReport(
  db: Db,
  { memberId }: Caller,
  mailboxId: string,
  options: Body<typeof analyzer.analyze>,
): Promise<Reply<typeof analyzer.analyze>> {
  await checkMailbox(db, memberId, mailboxId)
  const { id, status, createdAt, generatedAt, reused, ...found } = await findOrInsert(db, {
    id: newId(),
    mailboxId,
    memberId,
    windowChoice: options.windowDays ?? null,
    volumeChoice: options.minGroupVolume ?? null,
    force: options.force,
  })
  if (!reused) await addJob(db, reportJob, { reportId: id }, { key: `analyzer ${id}` })
  return { report: { id, mailboxId: found.mailboxId, status, createdAt, generatedAt, reused } }
}
