import { list, name, object, withDefault } from '@mailwright/contract/schema'
import { permanent } from '../../engine/define-node.ts'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { act, messageField, messageParam } from './act.ts'

const labels = () => withDefault(list(name(1, 200), 0, 20), [])

const describe = (verb: string, names: string[]) => (names.length > 0 ? [`${verb} ${names.join(', ')}`] : [])

export const mailLabel = defineNode({
  type: 'mail.label',
  version: 1,
  group: 'mail',
  effect: 'mailbox',
  title: { en: 'Label', fr: 'Étiqueter' },
  description: {
    en: 'Adds labels (categories) to the message, or removes them.',
    fr: 'Ajoute des étiquettes (catégories) au message, ou les retire.',
  },
  params: object({ ...messageParam, add: labels(), remove: labels() }),
  fields: {
    ...messageField,
    add: field('Labels to add', 'Étiquettes à ajouter'),
    remove: field('Labels to remove', 'Étiquettes à retirer'),
  },
  ports: { fixed: ['main'] },
  uses: ['mail'],
  scopes: ['messages:write'],
  run(call) {
    const { add, remove } = call.params
    const done = [...describe('added', add), ...describe('removed', remove)].join('; ')
    if (done === '') throw permanent('mail.no_label', 'There is no label to add or remove.')
    return act(call, { kind: 'label', add, remove }, `Labels ${done}.`)
  },
})
