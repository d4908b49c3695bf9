import { boolean, object, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { act, messageField, messageParam } from './act.ts'

export const mailRead = defineNode({
  type: 'mail.read',
  version: 1,
  group: 'mail',
  effect: 'mailbox',
  title: { en: 'Mark as read', fr: 'Marquer comme lu' },
  description: {
    en: 'Marks the message as read, or as unread.',
    fr: 'Marque le message comme lu, ou comme non lu.',
  },
  params: object({ ...messageParam, read: withDefault(boolean(), true) }),
  fields: { ...messageField, read: field('Read', 'Lu') },
  ports: { fixed: ['main'] },
  uses: ['mail'],
  scopes: ['messages:write'],
  run: (call) =>
    call.params.read
      ? act(call, { kind: 'markRead' }, 'Message marked as read.')
      : act(call, { kind: 'markUnread' }, 'Message marked as unread.'),
})
