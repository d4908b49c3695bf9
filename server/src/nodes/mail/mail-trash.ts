import { object } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { act, messageField, messageParam } from './act.ts'

export const mailTrash = defineNode({
  type: 'mail.trash',
  version: 1,
  group: 'mail',
  effect: 'mailbox',
  title: { en: 'Move to trash', fr: 'Mettre à la corbeille' },
  description: {
    en: 'Moves the message to the trash. It is not deleted permanently.',
    fr: "Met le message à la corbeille. Il n'est pas supprimé définitivement.",
  },
  params: object(messageParam),
  fields: messageField,
  ports: { fixed: ['main'] },
  uses: ['mail'],
  scopes: ['messages:write'],
  run: (call) => act(call, { kind: 'trash' }, 'Message moved to the trash.'),
})
