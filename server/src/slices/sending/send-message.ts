import type { Body } from '@mailwright/contract/route'
import type { sending } from '@mailwright/contract/sending'
import type { Db } from '../../platform/db/database.ts'
import type { OutboxDeps } from './admit-mail.ts'
import { queueMail } from './queue-mail.ts'

type Input = Body<typeof sending.send>

/** What a person writes in the webmail. It may be taken back for some seconds. */
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
