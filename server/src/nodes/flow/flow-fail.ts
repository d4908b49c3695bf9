import { object, text } from '@mailwright/contract/schema'
import { permanent } from '../../engine/define-node.ts'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'

export const flowFail = defineNode({
  type: 'flow.fail',
  version: 1,
  group: 'flow',
  effect: 'none',
  title: { en: 'Fail', fr: 'Échouer' },
  description: {
    en: 'Ends the run here as failed, so that somebody looks at it.',
    fr: "Termine l'exécution ici en échec, pour que quelqu'un la regarde.",
  },
  params: object({ message: text(1, 500) }),
  fields: {
    message: field('What went wrong', "Ce qui n'a pas marché", {
      en: 'One sentence for the person who looks at it.',
      fr: 'Une phrase pour la personne qui regardera.',
    }),
  },
  ports: { fixed: [] },
  run({ params }) {
    throw permanent('workflow.failed_on_purpose', params.message)
  },
})
