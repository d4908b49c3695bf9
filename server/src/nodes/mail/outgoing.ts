import { boolean, choice, list, optional, text, uuid, withDefault } from '@mailwright/contract/schema'
import type { ParamField } from '@mailwright/contract/workflow-graph/node-type'
import { type Effect, permanent, type RunFacts } from '../../engine/define-node.ts'
import { htmlToText } from '../../platform/text/html-to-text.ts'
import { field } from '../field.ts'
import type { OutgoingMail, QueuedMail } from '../ports.ts'
import { Recipients, readRecipients } from './recipients.ts'

// What the nodes that write mail have in common.

// A line break would begin another header.
const subject = () => text(0, 512, { pattern: '^[^\\r\\n\\0]*$' })

export const bodyParams = (minLength: number) => ({
  body: text(minLength, 200_000),
  format: withDefault(choice('text', 'html'), 'text'),
  signatureId: optional(uuid()),
  attachments: withDefault(list(uuid(), 0, 20), []),
})

export const addressParams = {
  mailboxId: optional(uuid()),
  to: optional(Recipients),
  cc: optional(Recipients),
  bcc: optional(Recipients),
  subject: withDefault(subject(), ''),
}

export const replyParams = {
  messageId: optional(uuid()),
  replyAll: withDefault(boolean(), false),
  quoteOriginal: withDefault(boolean(), true),
}

const addresses = {
  en: 'One or more addresses, with commas between them.',
  fr: 'Une ou plusieurs adresses, séparées par des virgules.',
}

export const mailFields = {
  mailboxId: field('From mailbox', 'Depuis la boîte', {
    en: 'Without a choice, the mailbox of the message.',
    fr: 'Sans choix, la boîte du message.',
    refersTo: 'mailbox',
  }),
  to: field('To', 'À', addresses),
  cc: field('Copy', 'Copie', addresses),
  bcc: field('Hidden copy', 'Copie cachée', addresses),
  subject: field('Subject', 'Objet'),
  body: field('Text', 'Texte'),
  format: field('Written as', 'Écrit en', {
    en: 'Plain text, or HTML.',
    fr: 'Texte simple, ou HTML.',
  }),
  signatureId: field('Signature', 'Signature', { refersTo: 'signature' }),
  attachments: field('Files', 'Fichiers', {
    en: 'Ids of files kept by the node "Keep attachments".',
    fr: 'Identifiants de fichiers gardés par le nœud « Garder les pièces jointes ».',
  }),
  messageId: field('Message', 'Message', {
    en: 'Without one, the message of this run.',
    fr: 'Sans indication, le message de cette exécution.',
  }),
  replyAll: field('Reply to all', 'Répondre à tous'),
  quoteOriginal: field('Quote the original', "Citer l'original"),
} satisfies Record<string, ParamField>

type Body = { body: string; format: 'text' | 'html'; signatureId?: string; attachments: string[] }

export const bodyOf = ({ body, format, signatureId, attachments }: Body) => ({
  ...(format === 'html' ? { bodyText: htmlToText(body), bodyHtml: body } : { bodyText: body }),
  ...(signatureId ? { signatureId } : {}),
  ...(attachments.length > 0 ? { attachmentIds: attachments } : {}),
})

type Addresses = { to?: Recipients; cc?: Recipients; bcc?: Recipients }

export function addressesOf(given: Addresses): Pick<OutgoingMail, 'to' | 'cc' | 'bcc'> {
  const [to, cc, bcc] = [readRecipients(given.to), readRecipients(given.cc), readRecipients(given.bcc)]
  if (to.length + cc.length + bcc.length > 50)
    throw permanent('mail.too_many_recipients', 'A workflow writes to at most 50 addresses at once.')
  return { to, ...(cc.length > 0 ? { cc } : {}), ...(bcc.length > 0 ? { bcc } : {}) }
}

/** A new mail needs a mailbox to leave from and somebody to go to. */
export function newMailOf(params: Addresses & { mailboxId?: string }, run: RunFacts) {
  const mailboxId = params.mailboxId ?? run.mailboxId
  if (mailboxId === null)
    throw permanent('mail.no_mailbox', 'This run is not about a message: choose the mailbox to send from.')
  const addressed = addressesOf(params)
  if (addressed.to.length === 0) throw permanent('mail.no_recipient', 'There is nobody in "To".')
  return { mailboxId, ...addressed }
}

/** The message that the node is about: the given one, or that of the run. */
export function messageOf(messageId: string | undefined, run: RunFacts): string {
  const found = messageId ?? run.messageId
  if (found !== null) return found
  throw permanent('mail.no_message', 'This run is not about a message: say which message is meant.')
}

const shown = 3
const people = (to: string[]) =>
  to.length > shown ? `${to.slice(0, shown).join(', ')} and ${to.length - shown} more` : to.join(', ')

/** "Reply to ada@example.org queued: Re: Offer" */
export function toldOf(
  what: string,
  mail: QueuedMail,
  way: 'queued' | 'drafted' | 'kept' = 'queued',
): Effect {
  const end = way === 'drafted' || mail.held ? 'held' : way
  const [kind, state] = {
    held: ['mail.held', 'held for review'] as const,
    kept: ['mail.drafted', 'put into Drafts'] as const,
    queued: ['mail.queued', 'queued'] as const,
  }[end]
  return {
    kind,
    description: `${what} to ${people(mail.to)} ${state}: ${mail.subject || '(no subject)'}`,
  }
}

export const dataOf = ({ id, held, to, subject: about }: QueuedMail) => ({ id, held, to, subject: about })
