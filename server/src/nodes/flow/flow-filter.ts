import { object, optional, text, withDefault } from '@mailwright/contract/schema'
import type { Warning } from '../../engine/define-node.ts'
import {
  ConditionList,
  conditionFields,
  conditionLanguages,
  Match,
  matchField,
} from '../conditions/condition-schema.ts'
import { evaluateConditions } from '../conditions/evaluate-conditions.ts'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'

// Without a reason of its author's the web app says it in the reader's language, by the code.
const notMet: Warning = { code: 'filter.not_met', message: 'The conditions of the filter are not met.' }

export const flowFilter = defineNode({
  type: 'flow.filter',
  version: 1,
  group: 'flow',
  effect: 'none',
  title: { en: 'Filter', fr: 'Filtre' },
  description: {
    en: 'Continues only if the conditions are true. Otherwise this branch ends here, with the reason.',
    fr: "Continue seulement si les conditions sont vraies. Sinon, cette branche s'arrête ici, avec la raison.",
  },
  params: object({
    match: withDefault(Match, 'all'),
    conditions: ConditionList,
    reason: optional(text(1, 300)),
  }),
  fields: {
    match: matchField,
    ...conditionFields('conditions'),
    reason: field('Reason', 'Raison', {
      en: 'Shown when the branch ends here.',
      fr: "Affichée quand la branche s'arrête ici.",
    }),
  },
  ports: { fixed: ['main'] },
  languages: conditionLanguages('conditions'),
  lenientParams: ['conditions'],
  run({ params, input, run: { now, timeZone } }) {
    const warnings: Warning[] = []
    const isMet = evaluateConditions(params.match, params.conditions, { now, timeZone, warnings })
    return isMet ? { data: input, warnings } : { stop: params.reason ?? notMet, data: input, warnings }
  },
})
