import { object, optional, text } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'

export const flowStop = defineNode({
  type: 'flow.stop',
  version: 1,
  group: 'flow',
  effect: 'none',
  title: { en: 'Stop', fr: 'Arrêter' },
  description: {
    en: 'Ends the whole run as succeeded.',
    fr: "Termine toute l'exécution avec succès.",
  },
  params: object({ reason: optional(text(1, 300)) }),
  fields: { reason: field('Reason', 'Raison') },
  ports: { fixed: [] },
  run: ({ params, input }) => ({ end: params.reason ?? '', data: input }),
})
