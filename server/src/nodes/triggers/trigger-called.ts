import { object } from '@mailwright/contract/schema'
import { permanent } from '../../engine/define-node.ts'
import { defineNode } from '../define-node.ts'
import { checkDeclared, declaredFields, declaredFieldTexts } from './declared-fields.ts'

export const triggerCalled = defineNode({
  type: 'trigger.called',
  version: 1,
  group: 'trigger',
  effect: 'none',
  title: { en: 'Called by a workflow', fr: 'Appelé par un workflow' },
  description: {
    en: 'Starts when another of your workflows calls this one, with the data it passes.',
    fr: "Démarre quand un autre de vos workflows appelle celui-ci, avec les données qu'il transmet.",
  },
  params: object({ fields: declaredFields() }),
  fields: declaredFieldTexts,
  ports: { fixed: ['main'] },
  run({ params, input }) {
    const issues = checkDeclared(params.fields, input)
    const [first] = issues
    if (!first) return { data: input }
    const message = `The workflow was called with invalid data: ${first.path.slice(1)} ${first.message}.`
    throw permanent('workflow.call_refused', message, { issues })
  },
})
