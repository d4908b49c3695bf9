import type { Db } from '../../platform/db/database.ts'
import { rejectDraft as reject } from '../sending/index.ts'
import { whyNotOpen } from './draft-faults.ts'
import { type Reader, type ReviewDeps, replyWith } from './reply.ts'

/** The draft will not be sent. Without a reason, the one for which it was in review stays. */
export async function rejectDraft(
  db: Db,
  deps: ReviewDeps,
  reader: Reader,
  id: string,
  reason: string | undefined,
) {
  const item = await reject(db, reader.memberId, id, reason?.trim() || null)
  if (!item) throw await whyNotOpen(db, deps.reasons, reader.memberId, id)
  return { message: replyWith(db, deps, reader, item), opId: item.id }
}
