import { object, text, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'

export const flowNote = defineNode({
  type: 'flow.note',
  version: 1,
  group: 'flow',
  effect: 'none',
  title: { en: 'Note', fr: 'Note' },
  description: {
    en: 'A note for people who read the workflow. Passes its input on.',
    fr: 'Une note pour les personnes qui lisent le workflow. Transmet les données reçues.',
  },
  params: object({ text: withDefault(text(0, 4000), '') }),
  fields: { text: field('Text', 'Texte') },
  ports: { fixed: ['main'] },
  run: ({ input }) => ({ data: input }),
})
