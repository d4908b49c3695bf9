import { boolean, object, optional, text, uuid, withDefault } from '@mailwright/contract/schema'
import { permanent } from '../../engine/define-node.ts'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import {
  addressesOf,
  addressLanguages,
  addressParams,
  dataOf,
  describeEffect,
  mailFields,
  messageOf,
} from './outgoing.ts'
import { Recipients } from './recipients.ts'

const { messageId, to, cc, bcc, signatureId } = mailFields

export const mailForward = defineNode({
  type: 'mail.forward',
  version: 1,
  group: 'mail',
  effect: 'sends',
  title: { en: 'Forward', fr: 'Transférer' },
  description: {
    en: 'Forwards the message, with an optional note above it.',
    fr: 'Transfère le message, avec une note facultative au-dessus.',
  },
  params: object({
    messageId: optional(uuid()),
    to: Recipients,
    cc: addressParams.cc,
    bcc: addressParams.bcc,
    note: withDefault(text(0, 20_000), ''),
    includeAttachments: withDefault(boolean(), true),
    signatureId: optional(uuid()),
  }),
  fields: {
    messageId,
    to,
    cc,
    bcc,
    signatureId,
    note: field('Note', 'Note'),
    includeAttachments: field('Include attachments', 'Inclure les pièces jointes'),
  },
  languages: addressLanguages,
  ports: { fixed: ['main'] },
  uses: ['mail'],
  scopes: ['messages:read', 'messages:write'],
  async run({ params, run, use }) {
    const addressed = addressesOf(params)
    if (addressed.to.length === 0) throw permanent('mail.no_recipient', '"To" has no recipient.')
    const queued = await use.mail.send({
      ...addressed,
      subject: '',
      bodyText: params.note,
      forwardOfMessageId: messageOf(params.messageId, run),
      ...(params.signatureId ? { signatureId: params.signatureId } : {}),
      quoteOriginal: true,
      includeOriginals: params.includeAttachments,
    })
    return { data: dataOf(queued), effects: [describeEffect('Forward', queued)] }
  },
})
