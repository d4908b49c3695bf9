import { list, object, optional, string, text } from '@mailwright/contract/schema'
import type { Warning } from '../../engine/define-node.ts'
import { ConditionList, conditionFields, Match, matchField } from '../conditions/condition-schema.ts'
import { judgeConditions } from '../conditions/judge-conditions.ts'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'

const fallback = 'fallback'

const Case = object({
  // The two names that every switch may have already.
  port: string({ pattern: '^(?!(fallback|error)$)[a-z0-9_-]{1,40}$' }),
  title: optional(text(0, 120)),
  match: optional(Match),
  conditions: ConditionList,
})

export const flowSwitch = defineNode({
  type: 'flow.switch',
  version: 1,
  group: 'flow',
  effect: 'none',
  title: { en: 'Switch', fr: 'Aiguillage' },
  description: {
    en: 'Goes the way of the first case that holds, or the way "fallback" when none does.',
    fr: "Prend le chemin du premier cas vrai, ou le chemin « fallback » quand aucun ne l'est.",
  },
  params: object({ cases: list(Case, 1, 20) }),
  fields: {
    cases: field('Cases', 'Cas', {
      en: 'Asked in this order; the first that holds wins.',
      fr: "Examinés dans cet ordre ; le premier vrai l'emporte.",
    }),
    'cases.port': field('Name of the way out', 'Nom de la sortie', {
      en: 'Small letters, digits, - and _.',
      fr: 'Minuscules, chiffres, - et _.',
    }),
    'cases.title': field('Title', 'Titre'),
    'cases.match': matchField,
    ...conditionFields('cases.conditions'),
  },
  ports: { fixed: [fallback], each: { param: 'cases', field: 'port' } },
  lenientParams: ['cases'],
  run({ params, input, run: { now, timeZone } }) {
    const warnings: Warning[] = []
    const found = params.cases.find(({ match, conditions }) =>
      judgeConditions(match ?? 'all', conditions, { now, timeZone, warnings }),
    )
    return { port: found?.port ?? fallback, data: input, warnings }
  },
})
