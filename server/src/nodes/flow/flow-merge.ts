import { choice, object, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'

export const flowMerge = defineNode({
  type: 'flow.merge',
  version: 1,
  group: 'flow',
  effect: 'none',
  structure: 'merge',
  title: { en: 'Merge', fr: 'Réunion' },
  description: {
    en: 'Brings several ways together again.',
    fr: 'Réunit plusieurs chemins.',
  },
  params: object({ mode: withDefault(choice('all', 'any', 'first'), 'all') }),
  fields: {
    mode: field('Goes on', 'Continue', {
      en: 'all: when every way that is still under way has arrived. any: as soon as one has. first: as soon as one has, with its data alone.',
      fr: "all : quand tous les chemins encore en cours sont arrivés. any : dès que l'un est arrivé. first : dès que l'un est arrivé, avec ses seules données.",
    }),
  },
  ports: { fixed: ['main'] },
  run: ({ params, input, inputs }) => ({
    data: params.mode === 'first' ? (inputs[0]?.data ?? input) : input,
  }),
})
