import { object } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import {
  addressesOf,
  addressParams,
  bodyLanguages,
  bodyOf,
  bodyParams,
  copyLanguages,
  dataOf,
  describeEffect,
  mailFields,
  messageOf,
  replyParams,
} from './outgoing.ts'

const { messageId, replyAll, quoteOriginal, cc, bcc, subject, body, format, signatureId, attachments } =
  mailFields

export const mailReply = defineNode({
  type: 'mail.reply',
  version: 1,
  group: 'mail',
  effect: 'sends',
  title: { en: 'Reply', fr: 'Répondre' },
  description: {
    en: 'Replies to the sender of the message, in the same conversation.',
    fr: "Répond à l'expéditeur du message, dans la même conversation.",
  },
  params: object({
    ...replyParams,
    cc: addressParams.cc,
    bcc: addressParams.bcc,
    subject: addressParams.subject,
    ...bodyParams(1),
  }),
  fields: {
    messageId,
    replyAll,
    quoteOriginal,
    cc,
    bcc,
    body,
    format,
    signatureId,
    attachments,
    subject: {
      ...subject,
      hint: {
        en: 'If empty, "Re:" and the original subject.',
        fr: "Si ce champ est vide, « Re: » et l'objet d'origine.",
      },
    },
  },
  languages: { ...copyLanguages, ...bodyLanguages },
  ports: { fixed: ['main'] },
  uses: ['mail'],
  scopes: ['messages:read', 'messages:write'],
  async run({ params, run, use }) {
    const queued = await use.mail.send({
      ...addressesOf({ ...(params.cc ? { cc: params.cc } : {}), ...(params.bcc ? { bcc: params.bcc } : {}) }),
      subject: params.subject,
      ...bodyOf(params),
      replyToMessageId: messageOf(params.messageId, run),
      replyAll: params.replyAll,
      quoteOriginal: params.quoteOriginal,
    })
    return { data: dataOf(queued), effects: [describeEffect('Reply', queued)] }
  },
})
