import { object, text } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { addressParams, bodyOf, bodyParams, dataOf, mailFields, newMailOf, toldOf } from './outgoing.ts'
import { Recipients } from './recipients.ts'

const { mailboxId, to, cc, bcc, subject, body, format, signatureId, attachments } = mailFields

export const mailSend = defineNode({
  type: 'mail.send',
  version: 1,
  group: 'mail',
  effect: 'sends',
  title: { en: 'Send a mail', fr: 'Envoyer un message' },
  description: {
    en: 'Writes a new mail and sends it. Limits and switches for automatic mail hold.',
    fr: "Écrit un nouveau message et l'envoie. Les limites et interrupteurs du courrier automatique s'appliquent.",
  },
  params: object({
    ...addressParams,
    to: Recipients,
    subject: text(1, 512, { pattern: '^[^\\r\\n\\0]*$' }),
    ...bodyParams(0),
  }),
  fields: { mailboxId, to, cc, bcc, subject, body, format, signatureId, attachments },
  ports: { fixed: ['main'] },
  uses: ['mail'],
  async run({ params, run, use }) {
    const mail = { ...newMailOf(params, run), subject: params.subject, ...bodyOf(params) }
    const queued = await use.mail.send(mail)
    return { data: dataOf(queued), effects: [toldOf('Mail', queued)] }
  },
})
