import { choice, object, optional, text, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import * as outgoing from './outgoing.ts'

export const mailDraft = defineNode({
  type: 'mail.draft',
  version: 1,
  group: 'mail',
  // Nothing is sent: a person reviews the draft and decides.
  effect: 'human',
  title: { en: 'Prepare a draft', fr: 'Préparer un brouillon' },
  description: {
    en: 'Writes a reply or a new email and puts it into the review queue or the Drafts folder. It is sent only when a person sends it.',
    fr: "Rédige une réponse ou un nouvel e-mail et le place dans la file de relecture ou dans le dossier Brouillons. Il ne part que si une personne l'envoie.",
  },
  params: object({
    kind: withDefault(choice('reply', 'new'), 'reply'),
    place: withDefault(choice('review', 'drafts'), 'review'),
    ...outgoing.replyParams,
    ...outgoing.addressParams,
    ...outgoing.bodyParams(1),
    reason: optional(text(0, 500)),
  }),
  fields: {
    kind: field('Type', 'Type', {
      en: 'A reply to the message, or a new email.',
      fr: 'Une réponse au message, ou un nouvel e-mail.',
    }),
    place: field('Destination', 'Destination', {
      en: 'The review queue, or the Drafts folder of the mailbox on its mail server.',
      fr: 'La file de relecture, ou le dossier Brouillons de la boîte sur son serveur de messagerie.',
    }),
    ...outgoing.mailFields,
    reason: field('Reason for review', 'Motif de relecture', {
      en: 'Shown next to the draft in the review queue.',
      fr: 'Affiché à côté du brouillon dans la file de relecture.',
    }),
  },
  languages: { ...outgoing.addressLanguages, ...outgoing.bodyLanguages },
  ports: { fixed: ['main'] },
  uses: ['mail'],
  batchKey: ({ kind, messageId }, run) => (kind === 'new' ? null : (messageId ?? run.messageId)),
  scopes: ['messages:read', 'messages:write'],
  async run({ params, run, use }) {
    const { kind, mailboxId, subject, replyAll, quoteOriginal } = params
    const mail =
      kind === 'new'
        ? outgoing.newMailOf(params, run)
        : {
            ...(mailboxId ? { mailboxId } : {}),
            ...outgoing.addressesOf(params),
            replyToMessageId: outgoing.messageOf(params.messageId, run),
            replyAll,
            quoteOriginal,
          }
    const whole = { ...mail, subject, ...outgoing.bodyOf(params) }
    const isInDrafts = params.place === 'drafts'
    const drafted = isInDrafts
      ? await use.mail.putDraft(whole)
      : await use.mail.draft(whole, params.reason ?? null)
    const what = kind === 'new' ? 'Draft' : 'Draft reply'
    const effect = outgoing.describeEffect(what, drafted, isInDrafts ? 'inDrafts' : 'forReview')
    return { data: outgoing.dataOf(drafted), effects: [effect] }
  },
})
