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
    en: 'Starts when a run of one of your workflows fails. The data contains the workflow, the step and the error.',
    fr: "Démarre quand une exécution d'un de vos workflows échoue. Les données indiquent le workflow, l'étape et l'erreur.",
  },
  params: object({ workflowIds: withDefault(list(uuid(), 0, 100), []) }),
  fields: {
    workflowIds: field('Workflows', 'Workflows', {
      en: 'If empty, all workflows except this one.',
      fr: 'Si ce champ est vide, tous les workflows sauf celui-ci.',
      refersTo: 'workflow',
    }),
  },
  ports: { fixed: ['main'] },
  scopes: ['executions:read'],
  run: ({ input }) => ({ data: input }),
})
