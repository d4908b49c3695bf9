import { object } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { act, messageField, messageParam } from './act.ts'

export const mailArchive = defineNode({
  type: 'mail.archive',
  version: 1,
  group: 'mail',
  effect: 'mailbox',
  title: { en: 'Archive', fr: 'Archiver' },
  description: {
    en: 'Moves the message from the inbox to the archive.',
    fr: 'Déplace le message de la boîte de réception vers les archives.',
  },
  params: object(messageParam),
  fields: messageField,
  ports: { fixed: ['main'] },
  uses: ['mail'],
  scopes: ['messages:write'],
  run: (call) => act(call, { kind: 'archive' }, 'Message archived.'),
})
