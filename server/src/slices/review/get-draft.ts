import type { Db } from '../../platform/db/database.ts'
import { findOriginal } from '../messages/index.ts'
import { type Draft, findDraft, findUploadNames } from '../sending/index.ts'
import { assertReadable } from './draft-faults.ts'
import { type Reader, type ReviewDeps, toMessage } from './reply.ts'

export type GetDeps = {
  /** Sanitises HTML in a worker, within limits. */
  sanitise(
    parts: { html: string; cidUrls: Record<string, string> }[],
  ): Promise<{ html: string; hasRemoteImages: boolean }[]>
}

/** The files in the order in which the mail will have them. */
async function listAttachments(db: Db, memberId: string, { attachmentIds, originalId }: Draft) {
  const original = originalId ? await findOriginal(db, memberId, originalId) : undefined
  const included = (original?.attachments ?? []).filter(({ disposition }) => disposition === 'attachment')
  return [
    ...included.map(({ filename, mime, size }) => ({ filename, mime, size })),
    ...(await findUploadNames(db, attachmentIds)),
  ]
}

export async function getDraft(db: Db, deps: ReviewDeps & GetDeps, reader: Reader, id: string) {
  const draft = await findDraft(db, reader.memberId, id)
  assertReadable(deps.reasons, draft)
  const { cc, bcc, bodyText, bodyHtml } = draft
  // What a workflow wrote may quote the mail of others.
  const [safe] = bodyHtml === null ? [] : await deps.sanitise([{ html: bodyHtml, cidUrls: {} }])
  return {
    message: toMessage(deps, reader, draft.item),
    cc,
    bcc,
    bodyText,
    // HTML that could not be sanitised is empty; clients then show the text.
    ...(safe?.html ? { bodyHtml: safe.html } : {}),
    hasRemoteImages: safe?.hasRemoteImages ?? false,
    attachments: await listAttachments(db, reader.memberId, draft),
  }
}
