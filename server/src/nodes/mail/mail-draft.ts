import { choice, object, optional, text, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../../engine/define-node.ts'
import { field } from '../field.ts'
import * as outgoing from './outgoing.ts'

export const mailDraft = defineNode({
  // Nothing leaves: a person reads it and decides.
  ...{ type: 'mail.draft', version: 1, group: 'mail', effect: 'human' },
  title: { en: 'Prepare a draft', fr: 'Préparer un brouillon' },
  description: {
    en: 'Writes a reply or a new mail and puts it into the review queue. It leaves only when a person sends it.',
    fr: "Écrit une réponse ou un nouveau message et le met dans la file de relecture. Il ne part que si une personne l'envoie.",
  },
  params: object({
    kind: withDefault(choice('reply', 'new'), 'reply'),
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
    ...outgoing.mailFields,
    reason: field('Why it is to be reviewed', 'Pourquoi il faut relire', {
      en: 'Shown beside the draft.',
      fr: 'Affiché à côté du brouillon.',
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
            ...{ replyAll, quoteOriginal },
          }
    const drafted = await use.mail.draft(
      { ...mail, subject, ...outgoing.bodyOf(params) },
      params.reason ?? null,
    )
    const what = kind === 'new' ? 'Draft' : 'Draft of a reply'
    return { data: outgoing.dataOf(drafted), effects: [outgoing.toldOf(what, drafted, 'drafted')] }
  },
})
