import type { analyzer } from '@mailwright/contract/analyzer'
import type { Reply } from '@mailwright/contract/route'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { findLatestReport, type ReportRow } from './analyzer.store.ts'
import { checkMailbox } from './request-report.ts'

const defaults = { windowDays: 90, minGroupVolume: 5 } as const

/** What the report was or will be made with. */
const optionsOf = ({ windowChoice, volumeChoice, body }: ReportRow) => ({
  windowDays: windowChoice ?? (body?.window.days as ReportRow['windowChoice']) ?? defaults.windowDays,
  minGroupVolume: volumeChoice ?? body?.thresholds.minGroupVolume ?? defaults.minGroupVolume,
})

export async function readReport(
  db: Db,
  { memberId, role }: Caller,
  mailboxId: string,
): Promise<Reply<typeof analyzer.report>> {
  await checkMailbox(db, memberId, mailboxId)
  const row = await findLatestReport(db, mailboxId)
  if (!row) throw fault('analyzer.report_not_found')
  return {
    report: {
      id: row.id,
      mailboxId: row.mailboxId,
      status: row.status,
      createdAt: row.createdAt,
      generatedAt: row.generatedAt,
      reused: false,
      options: optionsOf(row),
      body: row.body,
      ...(role === 'admin' ? { transcripts: row.transcripts } : {}),
    },
  }
}
