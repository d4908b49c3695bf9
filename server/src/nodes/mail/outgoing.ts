import { boolean, choice, list, optional, text, uuid, withDefault } from '@mailwright/contract/schema'
import type { Languages } from '@mailwright/contract/workflow-graph/expressions/index'
import type { ParamField } from '@mailwright/contract/workflow-graph/node-type'
import { type Effect, permanent, type RunFacts } from '../../engine/define-node.ts'
import { htmlToText } from '../../platform/text/html-to-text.ts'
import { field } from '../field.ts'
import type { OutgoingMail, QueuedMail } from '../ports.ts'
import { Recipients, readRecipients } from './recipients.ts'

// Shared by the nodes that write mail.

// A line break would start another header.
const subject = () => text(0, 512, { pattern: '^[^\\r\\n\\0]*$' })

export const bodyParams = (minLength: number) => ({
  body: text(minLength, 200_000),
  format: withDefault(choice('text', 'html'), 'text'),
  signatureId: optional(uuid()),
  attachments: withDefault(list(uuid(), 0, 20), []),
})

export const copyLanguages: Languages = { cc: 'addresses', bcc: 'addresses' }
export const addressLanguages: Languages = { ...copyLanguages, to: 'addresses' }

/** A body is HTML if its format says so; a format that is still an expression may turn out to be `html`. */
export const bodyLanguages: Languages = {
  body: ({ format = 'text' }) => (format === 'text' ? undefined : 'html'),
}

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
  en: 'One or more addresses, separated by commas.',
  fr: 'Une ou plusieurs adresses, séparées par des virgules.',
}

export const mailFields = {
  mailboxId: field('From mailbox', 'Depuis la boîte', {
    en: 'If empty, the mailbox of the message.',
    fr: 'Si ce champ est vide, la boîte du message.',
    refersTo: 'mailbox',
  }),
  to: field('To', 'À', addresses),
  cc: field('Cc', 'Cc', addresses),
  bcc: field('Bcc', 'Cci', addresses),
  subject: field('Subject', 'Objet'),
  body: field('Text', 'Texte'),
  format: field('Format', 'Format', {
    en: 'Plain text or HTML. In HTML, values are escaped; {{ value | raw }} inserts HTML.',
    fr: 'Texte brut ou HTML. En HTML, les valeurs sont échappées ; {{ valeur | raw }} insère du HTML.',
  }),
  signatureId: field('Signature', 'Signature', { refersTo: 'signature' }),
  attachments: field('Attachments', 'Pièces jointes', {
    en: 'Ids of files saved by the node "Save attachments".',
    fr: 'Identifiants de fichiers enregistrés par le nœud « Enregistrer les pièces jointes ».',
  }),
  messageId: field('Message', 'Message', {
    en: 'If empty, the message of this run.',
    fr: 'Si ce champ est vide, le message de cette exécution.',
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
    throw permanent('mail.too_many_recipients', 'A workflow can write to at most 50 addresses at once.')
  return { to, ...(cc.length > 0 ? { cc } : {}), ...(bcc.length > 0 ? { bcc } : {}) }
}

/** A new mail needs a sending mailbox and a recipient. */
export function newMailOf(params: Addresses & { mailboxId?: string }, run: RunFacts) {
  const mailboxId = params.mailboxId ?? run.mailboxId
  if (mailboxId === null)
    throw permanent('mail.no_mailbox', 'This run has no message: choose a mailbox to send from.')
  const addressed = addressesOf(params)
  if (addressed.to.length === 0) throw permanent('mail.no_recipient', '"To" has no recipient.')
  return { mailboxId, ...addressed }
}

/** The message to act on: the given one, or that of the run. */
export function messageOf(messageId: string | undefined, run: RunFacts): string {
  const found = messageId ?? run.messageId
  if (found !== null) return found
  throw permanent('mail.no_message', 'This run has no message: choose one.')
}

const maxShown = 3
const listRecipients = (to: string[]) =>
  to.length > maxShown
    ? `${to.slice(0, maxShown).join(', ')} and ${to.length - maxShown} more`
    : to.join(', ')

/** "Reply to ada@example.org queued: Re: Offer" */
export function describeEffect(
  what: string,
  mail: QueuedMail,
  destination: 'queued' | 'forReview' | 'inDrafts' = 'queued',
): Effect {
  const held = mail.answered ? 'gone' : 'held'
  const state = destination === 'forReview' || mail.held ? held : destination
  const place = mail.replaced ? ' in place of an earlier draft' : ''
  const [kind, description] = {
    held: ['mail.held', `held for review${place}`] as const,
    gone: ['mail.gone', 'dropped, since the conversation has been answered meanwhile'] as const,
    inDrafts: ['mail.drafted', 'put into Drafts'] as const,
    queued: ['mail.queued', 'queued'] as const,
  }[state]
  return {
    kind,
    description: `${what} to ${listRecipients(mail.to)} ${description}: ${mail.subject || '(no subject)'}`,
  }
}

export const dataOf = ({ id, held, to, subject: about, replaced, answered }: QueuedMail) => ({
  id,
  held: held && !answered,
  to,
  subject: about,
  ...(replaced ? { replaced } : {}),
  ...(answered ? { answered } : {}),
})
