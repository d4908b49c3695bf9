import { choice, object, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'

export const flowMerge = defineNode({
  type: 'flow.merge',
  version: 1,
  group: 'flow',
  effect: 'none',
  structure: 'merge',
  title: { en: 'Merge', fr: 'Fusionner' },
  description: {
    en: 'Joins several branches.',
    fr: 'Réunit plusieurs branches.',
  },
  params: object({ mode: withDefault(choice('all', 'any', 'first'), 'all') }),
  fields: {
    mode: field('Continue', 'Continuer', {
      en: 'all: once every active branch has arrived. any: as soon as one has. first: as soon as one has, with its data only.',
      fr: "all : quand toutes les branches actives sont arrivées. any : dès que l'une est arrivée. first : dès que l'une est arrivée, avec ses seules données.",
    }),
  },
  ports: { fixed: ['main'] },
  run: ({ params, input, inputs }) => ({
    data: params.mode === 'first' ? (inputs[0]?.data ?? input) : input,
  }),
})
