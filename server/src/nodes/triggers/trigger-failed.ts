import { list, object, uuid, withDefault } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'

export const triggerFailed = defineNode({
  type: 'trigger.failed',
  version: 1,
  group: 'trigger',
  effect: 'none',
  title: { en: 'A workflow failed', fr: 'Un workflow a échoué' },
  description: {
    en: 'Starts when a run of one of your workflows fails. The data says which one, where and why.',
    fr: "Démarre quand une exécution d'un de vos workflows échoue. La donnée dit lequel, où et pourquoi.",
  },
  params: object({ workflowIds: withDefault(list(uuid(), 0, 100), []) }),
  fields: {
    workflowIds: field('Workflows', 'Workflows', {
      en: 'None chosen means all of them, but for this one.',
      fr: 'Aucun choix veut dire tous, sauf celui-ci.',
      refersTo: 'workflow',
    }),
  },
  ports: { fixed: ['main'] },
  run: ({ input }) => ({ data: input }),
})
