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
import type { ParamField } from '@mailwright/contract/workflow-graph/node-type'
import { field } from '../field.ts'

// One alternative for each kind of value and shape of operator, so that an operator that does not fit is refused
// when the workflow is written. Values and what they are compared to may be missing, which is null.

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

/** How the editor names the parts of a condition, below the parameter that holds them. */
export const conditionFields = (path: string): Record<string, ParamField> => ({
  [path]: field('Conditions', 'Conditions', {
    en: 'What is asked of the mail or of earlier steps. A value that is missing counts as empty.',
    fr: 'Ce qui est demandé au message ou aux étapes précédentes. Une valeur absente compte comme vide.',
  }),
  [`${path}.type`]: field('Kind of value', 'Genre de valeur'),
  [`${path}.value`]: field('Value', 'Valeur', {
    en: 'For example {{ message.subject }}.',
    fr: 'Par exemple {{ message.subject }}.',
  }),
  [`${path}.operator`]: field('Question', 'Question'),
  [`${path}.compareTo`]: field('Compared to', 'Comparée à', {
    en: 'With "matches", * stands for anything and ? for one character.',
    fr: 'Avec « matches », * vaut pour tout et ? pour un caractère.',
  }),
  [`${path}.exact`]: field('Mind capitals and accents', 'Tenir compte des majuscules et des accents'),
  [`${path}.from`]: field('From', 'De'),
  [`${path}.to`]: field('Up to', "Jusqu'à"),
  [`${path}.amount`]: field('How many', 'Combien'),
  [`${path}.unit`]: field('Unit', 'Unité'),
  [`${path}.match`]: field('How many of the group must hold', 'Combien du groupe doivent être vraies'),
  [`${path}.conditions`]: field('Conditions of the group', 'Conditions du groupe'),
})

export const matchField = field('How many must hold', 'Combien doivent être vraies', {
  en: 'All of them, or at least one.',
  fr: 'Toutes, ou au moins une.',
})
