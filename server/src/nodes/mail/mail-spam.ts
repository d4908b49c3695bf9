import { object } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { act, messageField, messageParam } from './act.ts'

export const mailSpam = defineNode({
  type: 'mail.spam',
  version: 1,
  group: 'mail',
  effect: 'mailbox',
  title: { en: 'Mark as junk', fr: 'Marquer comme indésirable' },
  description: {
    en: 'Moves the message to the junk folder.',
    fr: 'Déplace le message dans le dossier des indésirables.',
  },
  params: object(messageParam),
  fields: messageField,
  ports: { fixed: ['main'] },
  uses: ['mail'],
  scopes: ['messages:write'],
  run: (call) => act(call, { kind: 'spam' }, 'Message marked as junk.'),
})
