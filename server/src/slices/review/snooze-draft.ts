import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { snoozeDraft as snooze } from '../sending/index.ts'
import { whyNotOpen } from './draft-faults.ts'
import { type Reader, type ReviewDeps, replyWith } from './reply.ts'

/** The draft leaves the queue until the given time. */
export async function snoozeDraft(db: Db, deps: ReviewDeps, reader: Reader, id: string, until: string) {
  if (new Date(until).getTime() <= Date.now())
    throw fault('request.bad_request', {
      details: { issues: [{ path: '/until', message: 'must be in the future' }] },
    })
  const item = await snooze(db, reader.memberId, id, until)
  if (!item) throw await whyNotOpen(db, deps.reasons, reader.memberId, id)
  return { message: replyWith(db, deps, reader, item) }
}
