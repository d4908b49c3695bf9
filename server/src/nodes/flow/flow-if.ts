import { object, withDefault } from '@mailwright/contract/schema'
import type { Warning } from '../../engine/define-node.ts'
import { ConditionList, conditionFields, Match, matchField } from '../conditions/condition-schema.ts'
import { judgeConditions } from '../conditions/judge-conditions.ts'
import { defineNode } from '../define-node.ts'

export const flowIf = defineNode({
  type: 'flow.if',
  version: 1,
  group: 'flow',
  effect: 'none',
  title: { en: 'If', fr: 'Si' },
  description: {
    en: 'Goes one way when the conditions hold, and the other way when they do not.',
    fr: "Prend un chemin quand les conditions sont vraies, et l'autre quand elles ne le sont pas.",
  },
  params: object({ match: withDefault(Match, 'all'), conditions: ConditionList }),
  fields: { match: matchField, ...conditionFields('conditions') },
  ports: { fixed: ['true', 'false'] },
  lenientParams: ['conditions'],
  run({ params, input, run: { now, timeZone } }) {
    const warnings: Warning[] = []
    const holds = judgeConditions(params.match, params.conditions, { now, timeZone, warnings })
    return { port: holds ? 'true' : 'false', data: input, warnings }
  },
})
