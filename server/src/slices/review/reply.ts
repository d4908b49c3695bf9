import type { Db } from '../../platform/db/database.ts'
import type { Locale } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import { describeItem, type ItemRow, publishReview, type ReviewReasons } from '../sending/index.ts'

export type ReviewDeps = { live: Live; reasons: ReviewReasons }

/** Who reads the reply, and in which language. */
export type Reader = { memberId: string; locale: Locale }

export const toMessage = ({ reasons }: ReviewDeps, { locale }: Reader, item: ItemRow) =>
  describeItem(reasons, locale, item)

/** Publishes a change and describes the draft for the reply. */
export function replyWith(db: Db, deps: ReviewDeps, reader: Reader, item: ItemRow) {
  publishReview(db, deps.live, { ...item, memberId: reader.memberId })
  return toMessage(deps, reader, item)
}
