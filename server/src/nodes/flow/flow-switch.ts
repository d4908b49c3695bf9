import { list, object, optional, string, text } from '@mailwright/contract/schema'
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

const fallback = 'fallback'

const Case = object({
  // Reserved: the names of ports that every switch may have.
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
    en: 'Continues with the first case whose conditions are true, or with "fallback" if there is none.',
    fr: "Continue par le premier cas dont les conditions sont vraies, ou par « fallback » s'il n'y en a pas.",
  },
  params: object({ cases: list(Case, 1, 20) }),
  fields: {
    cases: field('Cases', 'Cas', {
      en: 'Checked in this order; the first match wins.',
      fr: "Vérifiés dans cet ordre ; le premier qui correspond l'emporte.",
    }),
    'cases.port': field('Output name', 'Nom de la sortie', {
      en: 'Lower-case letters, digits, - and _.',
      fr: 'Minuscules, chiffres, - et _.',
    }),
    'cases.title': field('Title', 'Titre'),
    'cases.match': matchField,
    ...conditionFields('cases.conditions'),
  },
  ports: { fixed: [fallback], each: { param: 'cases', field: 'port' } },
  languages: conditionLanguages('cases.conditions'),
  lenientParams: ['cases'],
  run({ params, input, run: { now, timeZone } }) {
    const warnings: Warning[] = []
    const found = params.cases.find(({ match, conditions }) =>
      evaluateConditions(match ?? 'all', conditions, { now, timeZone, warnings }),
    )
    return { port: found?.port ?? fallback, data: input, warnings }
  },
})
