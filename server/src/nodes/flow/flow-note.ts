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
    en: 'Does nothing but remind readers of something.',
    fr: 'Ne fait rien, sinon rappeler quelque chose aux lecteurs.',
  },
  params: object({ text: withDefault(text(0, 4000), '') }),
  fields: { text: field('Text', 'Texte') },
  ports: { fixed: ['main'] },
  run: ({ input }) => ({ data: input }),
})
