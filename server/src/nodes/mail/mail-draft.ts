import { choice, object, optional, text, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import * as outgoing from './outgoing.ts'

export const mailDraft = defineNode({
  // Nothing leaves: a person reads it and decides.
  type: 'mail.draft',
  version: 1,
  group: 'mail',
  effect: 'human',
  title: { en: 'Prepare a draft', fr: 'Préparer un brouillon' },
  description: {
    en: 'Writes a reply or a new mail and puts it into the review queue or the drafts of the mailbox. It leaves only when a person sends it.',
    fr: "Écrit une réponse ou un nouveau message et le met dans la file de relecture ou les brouillons de la boîte. Il ne part que si une personne l'envoie.",
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
    kind: field('Kind', 'Genre', {
      en: 'A reply to the message, or a new mail.',
      fr: 'Une réponse au message, ou un nouveau message.',
    }),
    place: field('Where to', 'Où le mettre', {
      en: 'Into the review queue here, or into the folder Drafts of the mailbox, on its mail server.',
      fr: 'Dans la file de relecture ici, ou dans le dossier Brouillons de la boîte, sur son serveur de messagerie.',
    }),
    ...outgoing.mailFields,
    reason: field('Why it is to be reviewed', 'Pourquoi il faut relire', {
      en: 'Shown beside the draft in the review queue.',
      fr: 'Affiché à côté du brouillon dans la file de relecture.',
    }),
  },
  ports: { fixed: ['main'] },
  uses: ['mail'],
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
    const isKept = params.place === 'drafts'
    const drafted = isKept
      ? await use.mail.putDraft(whole)
      : await use.mail.draft(whole, params.reason ?? null)
    const what = kind === 'new' ? 'Draft' : 'Draft of a reply'
    const effect = outgoing.toldOf(what, drafted, isKept ? 'kept' : 'drafted')
    return { data: outgoing.dataOf(drafted), effects: [effect] }
  },
})
