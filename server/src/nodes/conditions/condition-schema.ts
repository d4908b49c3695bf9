import {
  anything,
  boolean,
  choice,
  integer,
  list,
  object,
  optional,
  type Static,
  text,
  union,
} from '@mailwright/contract/schema'
import type { LanguageRule, Languages } from '@mailwright/contract/workflow-graph/expressions/index'
import type { ParamField } from '@mailwright/contract/workflow-graph/node-type'
import { field } from '../field.ts'

// One alternative per type of value and shape of operator, so that an unsuitable operator is rejected when the workflow
// is saved. Values and what they are compared to may be missing, which is null.

const value = anything()
const compareTo = anything()

const conditions = [
  object({
    type: choice('text'),
    value,
    operator: choice(
      ...([
        'equals',
        'not_equals',
        'contains',
        'not_contains',
        'starts_with',
        'ends_with',
        'matches',
      ] as const),
    ),
    compareTo,
    exact: optional(boolean()),
  }),
  object({
    type: choice('text'),
    value,
    operator: choice('matches_pattern'),
    compareTo: text(1, 1000, { format: 'text-pattern' }),
    exact: optional(boolean()),
  }),
  object({ type: choice('text'), value, operator: choice('is_empty', 'is_not_empty') }),
  object({
    type: choice('number'),
    value,
    operator: choice('eq', 'ne', 'gt', 'gte', 'lt', 'lte'),
    compareTo,
  }),
  object({ type: choice('number'), value, operator: choice('between'), from: anything(), to: anything() }),
  object({ type: choice('date'), value, operator: choice('before', 'after'), compareTo }),
  object({
    type: choice('date'),
    value,
    operator: choice('within_last'),
    amount: integer(1, 10_000),
    unit: choice('minutes', 'hours', 'days', 'weeks'),
  }),
  object({ type: choice('list'), value, operator: choice('contains', 'not_contains'), compareTo }),
  object({ type: choice('list'), value, operator: choice('is_empty', 'is_not_empty') }),
  object({ type: choice('boolean'), value, operator: choice('is_true', 'is_false') }),
  object({ type: choice('any'), value, operator: choice('exists', 'not_exists') }),
] as const

const Condition = union(...conditions)
export type Condition = Static<typeof Condition>

export const Match = choice('all', 'any')

const Group = object({ match: Match, conditions: list(Condition, 1, 20) })

/** Conditions, and groups of them one level deep. */
export const ConditionList = list(union(...conditions, Group), 1, 50)
export type ConditionList = Static<typeof ConditionList>

/** How the editor shows the parts of a condition, below the parameter that contains them. */
export const conditionFields = (path: string): Record<string, ParamField> => ({
  [path]: field('Conditions', 'Conditions', {
    en: 'Checks on the message or on earlier steps. A missing value counts as empty.',
    fr: 'Vérifications sur le message ou sur les étapes précédentes. Une valeur absente compte comme vide.',
  }),
  [`${path}.type`]: field('Type of value', 'Type de valeur'),
  [`${path}.value`]: field('Value', 'Valeur', {
    en: 'For example {{ message.subject }}.',
    fr: 'Par exemple {{ message.subject }}.',
  }),
  [`${path}.operator`]: field('Operator', 'Opérateur'),
  [`${path}.compareTo`]: field('Compare with', 'Comparer avec', {
    en: 'With "matches", * matches any text and ? matches one character.',
    fr: "Avec « matches », * remplace n'importe quel texte et ? un seul caractère.",
  }),
  [`${path}.exact`]: field('Match case and accents', 'Respecter la casse et les accents'),
  [`${path}.from`]: field('From', 'De'),
  [`${path}.to`]: field('To', 'À'),
  [`${path}.amount`]: field('Amount', 'Quantité'),
  [`${path}.unit`]: field('Unit', 'Unité'),
  [`${path}.match`]: field('Group matches if', 'Le groupe est vrai si'),
  [`${path}.conditions`]: field('Conditions of the group', 'Conditions du groupe'),
})

export const matchField = field('Match', 'Correspondance', {
  en: 'all: every condition must be true. any: one is enough.',
  fr: 'all : toutes les conditions doivent être vraies. any : une seule suffit.',
})

const patternOnly: LanguageRule = (_params, { operator }) =>
  operator === 'matches_pattern' ? 'pattern' : undefined

/** A value inside a pattern stands for itself, also in a group. */
export const conditionLanguages = (path: string): Languages => ({
  [`${path}.compareTo`]: patternOnly,
  [`${path}.conditions.compareTo`]: patternOnly,
})
