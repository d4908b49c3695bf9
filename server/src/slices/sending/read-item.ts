import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Locale } from '../../platform/http/call.ts'
import { describeItem, findItemDetail } from './journal.store.ts'
import type { ReviewReasons } from './review-reasons.ts'

type Reader = { memberId: string; locale: Locale }

/** An item of the sending journal with its text. */
export async function readItem(db: Db, reasons: ReviewReasons, { memberId, locale }: Reader, id: string) {
  const found = await findItemDetail(db, memberId, id)
  if (!found) throw fault('sending.not_found')
  const { cc, bcc, bodyText, serverMessage, ...row } = found
  return { item: describeItem(reasons, locale, row), cc, bcc, bodyText, serverMessage }
}
