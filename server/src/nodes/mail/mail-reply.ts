import { object } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import {
  addressesOf,
  addressParams,
  bodyOf,
  bodyParams,
  dataOf,
  mailFields,
  messageOf,
  replyParams,
  toldOf,
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
    en: 'Answers the message, in its conversation, to whom its sender asked to answer.',
    fr: "Répond au message, dans sa conversation, à qui l'expéditeur a demandé de répondre.",
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
        en: 'Without one, "Re:" and the subject of the original.',
        fr: "Sans indication, « Re: » et l'objet de l'original.",
      },
    },
  },
  ports: { fixed: ['main'] },
  uses: ['mail'],
  async run({ params, run, use }) {
    const queued = await use.mail.send({
      ...addressesOf({ ...(params.cc ? { cc: params.cc } : {}), ...(params.bcc ? { bcc: params.bcc } : {}) }),
      subject: params.subject,
      ...bodyOf(params),
      replyToMessageId: messageOf(params.messageId, run),
      replyAll: params.replyAll,
      quoteOriginal: params.quoteOriginal,
    })
    return { data: dataOf(queued), effects: [toldOf('Reply', queued)] }
  },
})
