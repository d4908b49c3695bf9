import type { Database } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { attachmentDisposition, servedType } from './content-disposition.ts'
import { findAttachments } from './messages.store.ts'

/** The mail server does not respond, or too many calls of its mailbox wait for it: a retry may succeed. */
export class AttachmentUnavailable extends Error {
  override name = 'AttachmentUnavailable'
}

/** Undefined when the bytes no longer exist; throws AttachmentUnavailable. Calls a mail server: not in a transaction. */
export type FetchAttachment = (
  db: Database,
  attachment: { messageId: string; position: number },
) => Promise<Buffer | undefined>

type AttachmentKey = { id: string; position: number }

/** Returns the same 404 for every reason, so that it does not reveal what exists. */
export async function downloadAttachment(
  db: Database,
  { memberId }: Caller,
  { id, position }: AttachmentKey,
  load: FetchAttachment,
) {
  const attachments = await findAttachments(db, memberId, id)
  const found = attachments.find((attachment) => attachment.position === position)
  const bytes =
    found &&
    (await load(db, { messageId: id, position }).catch((error) => {
      if (!(error instanceof AttachmentUnavailable)) throw error
    }))
  if (!bytes) throw fault('request.not_found')
  const headers = {
    'Content-Type': servedType(found.mime),
    'Content-Disposition': attachmentDisposition(found.filename),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
  return { bytes, headers }
}
