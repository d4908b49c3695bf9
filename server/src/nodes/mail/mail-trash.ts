import { object } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { act, messageField, messageParam } from './act.ts'

export const mailTrash = defineNode({
  type: 'mail.trash',
  version: 1,
  group: 'mail',
  effect: 'mailbox',
  title: { en: 'Move to the bin', fr: 'Mettre à la corbeille' },
  description: {
    en: 'Moves the message to the bin. It is not erased.',
    fr: "Met le message à la corbeille. Il n'est pas effacé.",
  },
  params: object(messageParam),
  fields: messageField,
  ports: { fixed: ['main'] },
  uses: ['mail'],
  run: (call) => act(call, { kind: 'trash' }, 'Message moved to the bin.'),
})
