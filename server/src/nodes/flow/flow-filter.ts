import { object, text, withDefault } from '@mailwright/contract/schema'
import type { Warning } from '../../engine/define-node.ts'
import { ConditionList, conditionFields, Match, matchField } from '../conditions/condition-schema.ts'
import { judgeConditions } from '../conditions/judge-conditions.ts'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'

export const flowFilter = defineNode({
  type: 'flow.filter',
  version: 1,
  group: 'flow',
  effect: 'none',
  title: { en: 'Filter', fr: 'Filtre' },
  description: {
    en: 'Lets through what fits. Everything else ends here quietly, with the reason.',
    fr: "Laisse passer ce qui convient. Tout le reste s'arrête ici sans bruit, avec la raison.",
  },
  params: object({
    match: withDefault(Match, 'all'),
    conditions: ConditionList,
    reason: withDefault(text(1, 300), 'The conditions of the filter do not hold.'),
  }),
  fields: {
    match: matchField,
    ...conditionFields('conditions'),
    reason: field('Reason shown when it stops', "Raison affichée à l'arrêt"),
  },
  ports: { fixed: ['main'] },
  lenientParams: ['conditions'],
  run({ params, input, run: { now, timeZone } }) {
    const warnings: Warning[] = []
    const holds = judgeConditions(params.match, params.conditions, { now, timeZone, warnings })
    return holds ? { data: input, warnings } : { stop: params.reason, data: input, warnings }
  },
})
