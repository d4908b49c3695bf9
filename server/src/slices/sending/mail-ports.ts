import type { Database, Db } from '../../platform/db/database.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { ImapAccount } from '../../protocols/imap/imap.ts'
import type { SmtpAccount } from '../../protocols/smtp/account.ts'
import { sendMail } from '../../protocols/smtp/send-mail.ts'
import { findOwnMailboxes, wakeOwner } from '../mailboxes/index.ts'
import { AttachmentUnavailable, type FetchAttachment, findOriginal } from '../messages/index.ts'
import { appendDraft } from './append-draft.ts'
import { ComposeError } from './compose-source.ts'
import { FileStoreUnavailable } from './file-store.ts'
import { containsMessage, createFolder, findFolder, withSession } from './mail-session.ts'
import type { DeliveryOutcome, Dialogue, FileStore, SendingMailbox, SendingPorts } from './ports.ts'

export type MailPortsDeps = {
  openAccount(db: Database, mailboxId: string): Promise<{ imap: ImapAccount; smtp: SmtpAccount }>
  outbound: Outbound
  sanitise(html: string): Promise<{ html: string }>
  fetchAttachment: FetchAttachment
  files: FileStore
  writePersonalBody: SendingPorts['writePersonalBody']
  findSender(db: Db, memberId: string): Promise<Pick<SendingMailbox, 'name' | 'language'>>
}

async function deliver(deps: MailPortsDeps, db: Database, dialogue: Dialogue): Promise<DeliveryOutcome> {
  const { mailboxId, ...mail } = dialogue
  const account = await deps.openAccount(db, mailboxId).catch((error: Error): DeliveryOutcome => {
    const transient = error.name !== 'AccountClosed'
    return {
      state: 'failed',
      transient,
      kind: transient ? 'sign_in' : 'mailbox_closed',
      message: error.message,
    }
  })
  if ('state' in account) return account
  const outcome = await sendMail(account.smtp, mail, deps.outbound)
  const rejected = outcome.rejected.map(({ address, code, message, kind }) => ({
    address,
    code,
    message,
    deferred: kind === 'transient',
  }))
  if (outcome.state === 'sent') return { state: 'sent', rejected }
  const { message } = outcome
  if (outcome.state === 'unknown') return { state: 'unknown', kind: 'no_answer', message }
  const transient = outcome.kind === 'transient'
  return { state: 'failed', transient, kind: outcome.fault, message, rejected }
}

async function readOriginalFiles(
  fetchAttachment: FetchAttachment,
  db: Database,
  memberId: string,
  messageId: string,
) {
  const original = await findOriginal(db, memberId, messageId)
  if (!original) throw new ComposeError('original_gone', 'The forwarded message no longer exists.')
  const files = original.attachments.filter(({ disposition }) => disposition === 'attachment')
  return Promise.all(
    files.map(async ({ position, filename, mime }) => {
      const content = await fetchAttachment(db, { messageId, position }).catch((error) => {
        throw error instanceof AttachmentUnavailable ? new FileStoreUnavailable(error) : error
      })
      if (!content) throw new ComposeError('attachment_gone', `The attachment ${filename} no longer exists.`)
      return { filename, mime, content }
    }),
  )
}

/** The ports of the outbox on the other slices and on real mail servers. */
export const createMailPorts = (deps: MailPortsDeps): SendingPorts => ({
  files: deps.files,
  findMailbox: async (db, memberId, mailboxId) => {
    const own = await findOwnMailboxes(db, memberId)
    const mailbox = own.find(({ id }) => id === mailboxId.toLowerCase())
    return mailbox && { ...mailbox, ...(await deps.findSender(db, memberId)) }
  },
  findOriginal,
  readOriginalFiles: (db, memberId, id) => readOriginalFiles(deps.fetchAttachment, db, memberId, id),
  writePersonalBody: deps.writePersonalBody,
  sanitise: async (html) => (await deps.sanitise(html)).html,
  deliver: (db, dialogue) => deliver(deps, db, dialogue),
  isInSent: (db, mailboxId, messageId, signal) =>
    withSession(deps, db, mailboxId, signal, async (session) => {
      const path = await findFolder(session, 'sent')
      return path !== undefined && containsMessage(session, path, messageId)
    }),
  saveInSent: (db, mailboxId, source, signal) =>
    withSession(deps, db, mailboxId, signal, async (session) => {
      const path = (await findFolder(session, 'sent')) ?? (await createFolder(session, 'Sent'))
      await session.append(path, source, ['\\Seen'])
      // IDLE does not watch Sent; without this the mirror would see the copy only at its next poll, up to a minute later.
      await wakeOwner(db, mailboxId)
    }),
  putInDrafts: (db, draft) => appendDraft(deps, db, draft),
})
