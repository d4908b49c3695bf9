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
    en: 'Takes the message out of the inbox and keeps it in the archive.',
    fr: 'Sort le message de la boîte de réception et le garde dans les archives.',
  },
  params: object(messageParam),
  fields: messageField,
  ports: { fixed: ['main'] },
  uses: ['mail'],
  run: (call) => act(call, { kind: 'archive' }, 'Message archived.'),
})
