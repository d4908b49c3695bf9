import { boolean, object, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { act, messageField, messageParam } from './act.ts'

export const mailFlag = defineNode({
  type: 'mail.flag',
  version: 1,
  group: 'mail',
  effect: 'mailbox',
  title: { en: 'Star', fr: 'Ajouter une étoile' },
  description: {
    en: 'Adds a star (flag) to the message, or removes it.',
    fr: 'Ajoute une étoile (un indicateur) au message, ou la retire.',
  },
  params: object({ ...messageParam, flagged: withDefault(boolean(), true) }),
  fields: { ...messageField, flagged: field('Starred', 'Avec une étoile') },
  ports: { fixed: ['main'] },
  uses: ['mail'],
  scopes: ['messages:write'],
  run: (call) =>
    call.params.flagged
      ? act(call, { kind: 'flag' }, 'Star added to the message.')
      : act(call, { kind: 'unflag' }, 'Star removed from the message.'),
})
