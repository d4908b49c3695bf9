import { object, withDefault } from '@mailwright/contract/schema'
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

export const flowIf = defineNode({
  type: 'flow.if',
  version: 1,
  group: 'flow',
  effect: 'none',
  title: { en: 'If', fr: 'Si' },
  description: {
    en: 'Continues with "true" if the conditions are true, and with "false" otherwise.',
    fr: 'Continue par « true » si les conditions sont vraies, et par « false » sinon.',
  },
  params: object({ match: withDefault(Match, 'all'), conditions: ConditionList }),
  fields: { match: matchField, ...conditionFields('conditions') },
  ports: { fixed: ['true', 'false'] },
  languages: conditionLanguages('conditions'),
  lenientParams: ['conditions'],
  run({ params, input, run: { now, timeZone } }) {
    const warnings: Warning[] = []
    const isMet = evaluateConditions(params.match, params.conditions, { now, timeZone, warnings })
    return { port: isMet ? 'true' : 'false', data: input, warnings }
  },
})
