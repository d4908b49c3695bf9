import { object, text } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import {
  addressLanguages,
  addressParams,
  bodyLanguages,
  bodyOf,
  bodyParams,
  dataOf,
  describeEffect,
  mailFields,
  newMailOf,
} from './outgoing.ts'
import { Recipients } from './recipients.ts'

const { mailboxId, to, cc, bcc, subject, body, format, signatureId, attachments } = mailFields

export const mailSend = defineNode({
  type: 'mail.send',
  version: 1,
  group: 'mail',
  effect: 'sends',
  title: { en: 'Send an email', fr: 'Envoyer un e-mail' },
  description: {
    en: 'Sends a new email. The limits for automatic mail apply.',
    fr: "Envoie un nouvel e-mail. Les limites du courrier automatique s'appliquent.",
  },
  params: object({
    ...addressParams,
    to: Recipients,
    subject: text(1, 512, { pattern: '^[^\\r\\n\\0]*$' }),
    ...bodyParams(0),
  }),
  fields: { mailboxId, to, cc, bcc, subject, body, format, signatureId, attachments },
  languages: { ...addressLanguages, ...bodyLanguages },
  ports: { fixed: ['main'] },
  uses: ['mail'],
  scopes: ['messages:write'],
  async run({ params, run, use }) {
    const mail = { ...newMailOf(params, run), subject: params.subject, ...bodyOf(params) }
    const queued = await use.mail.send(mail)
    return { data: dataOf(queued), effects: [describeEffect('Email', queued)] }
  },
})
