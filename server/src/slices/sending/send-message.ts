import type { Body } from '@mailwright/contract/route'
import type { sending } from '@mailwright/contract/sending'
import type { Db } from '../../platform/db/database.ts'
import type { OutboxDeps } from './admit-mail.ts'
import { queueMail } from './queue-mail.ts'

type Input = Body<typeof sending.send>

/** Queues a mail from the webmail. It can be cancelled during the undo period. */
export const sendMessage = (
  db: Db,
  deps: OutboxDeps,
  memberId: string,
  input: Input,
  undoSeconds: number,
) => {
  const { attachments = [], includeOriginalAttachments: includeOriginals, ...mail } = input
  return queueMail(db, deps, {
    ...mail,
    memberId,
    origin: 'webmail',
    includeOriginals,
    delaySeconds: undoSeconds,
    attachmentIds: attachments.map((file) => file.id),
  })
}
