import { boolean, object, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { act, messageField, messageParam } from './act.ts'

export const mailFlag = defineNode({
  type: 'mail.flag',
  version: 1,
  group: 'mail',
  effect: 'mailbox',
  title: { en: 'Star', fr: 'Mettre une étoile' },
  description: {
    en: 'Puts a star (a flag) on the message, or takes it away.',
    fr: "Met une étoile (un drapeau) sur le message, ou l'enlève.",
  },
  params: object({ ...messageParam, flagged: withDefault(boolean(), true) }),
  fields: { ...messageField, flagged: field('With a star', 'Avec une étoile') },
  ports: { fixed: ['main'] },
  uses: ['mail'],
  run: (call) =>
    call.params.flagged
      ? act(call, { kind: 'flag' }, 'Star put on the message.')
      : act(call, { kind: 'unflag' }, 'Star taken from the message.'),
})
