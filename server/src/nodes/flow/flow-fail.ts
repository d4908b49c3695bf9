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
    en: 'Ends the run as failed, with a message for the person who handles it.',
    fr: "Termine l'exécution en échec, avec un message pour la personne qui la traitera.",
  },
  params: object({ message: text(1, 500) }),
  fields: {
    message: field('Message', 'Message', {
      en: 'One sentence that says what went wrong.',
      fr: 'Une phrase qui explique le problème.',
    }),
  },
  ports: { fixed: [] },
  run({ params }) {
    throw permanent('workflow.failed_on_purpose', params.message)
  },
})
