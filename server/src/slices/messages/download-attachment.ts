import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { attachmentDisposition, servedType } from './content-disposition.ts'
import { findAttachments } from './messages.store.ts'

/** Undefined when the bytes are nowhere any more. */
export type FetchAttachment = (
  db: Db,
  which: { messageId: string; position: number },
) => Promise<Buffer | undefined>

type Which = { id: string; position: number }

/** What cannot be given is the same 404, whatever the reason. */
export async function downloadAttachment(db: Db, { memberId }: Caller, which: Which, load: FetchAttachment) {
  const attachments = await findAttachments(db, memberId, which.id)
  const found = attachments.find((one) => one.position === which.position)
  const bytes = found && (await load(db, { messageId: which.id, position: which.position }))
  if (!bytes) throw fault('request.not_found')
  const headers = {
    'Content-Type': servedType(found.mime),
    'Content-Disposition': attachmentDisposition(found.filename),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
  return { bytes, headers }
}
