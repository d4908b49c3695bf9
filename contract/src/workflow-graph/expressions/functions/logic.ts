import type { Run } from '../budget.ts'
import { fieldsOf, isList, isRecord, kindOf, memberOf } from '../values.ts'
import { any, asText, badArgument, foundNothing, inGroup, lazy, record, restInGroup, text } from './define.ts'

const define = inGroup('logic')
const defineRest = restInGroup('logic')

const isEmpty = (run: Run, value: unknown) => {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return asText(value, run, 'isEmpty').trim() === ''
  return isList(value) ? value.length === 0 : isRecord(value) && fieldsOf(run, value).length === 0
}

const trueWords = ['true', 'yes', 'oui', 'on', '1']
const falseWords = ['false', 'no', 'non', 'off', '0', '']

function toBoolean(run: Run, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const source = asText(value, run, 'toBoolean').trim().toLowerCase()
  if (trueWords.includes(source)) return true
  if (falseWords.includes(source)) return false
  throw badArgument(
    run,
    `"${source.slice(0, 40)}" is neither true nor false.`,
    `« ${source.slice(0, 40)} » n'est ni vrai ni faux.`,
  )
}

export const logicFunctions = [
  define('default', {
    params: [any(), lazy('fallback')],
    isSoft: true,
    en: 'The value, or the fallback if it is missing or null.',
    fr: 'La valeur, ou la valeur de secours si elle manque ou vaut null.',
    examples: [
      ['trigger.body.id | default("none")', 'none'],
      ['default(5, 0)', 5],
    ],
    run: (_, value, fallback) => value ?? fallback(),
  }),
  define('ifEmpty', {
    params: [any(), lazy('fallback')],
    isSoft: true,
    en: 'The value, or the fallback if it is missing, null, an empty list or blank text.',
    fr: 'La valeur, ou la valeur de secours si elle manque, vaut null, est une liste vide ou un texte vide.',
    examples: [['"  " | ifEmpty("(no subject)")', '(no subject)']],
    run: (run, value, fallback) => (isEmpty(run, value) ? fallback() : value),
  }),
  define('exists', {
    params: [any()],
    isSoft: true,
    en: 'Whether the value is present and not null.',
    fr: 'Indique si la valeur est présente et différente de null.',
    examples: [
      ['exists(trigger.body.id)', false],
      ['exists(0)', true],
    ],
    run: (_, value) => value !== null,
  }),
  define('isEmpty', {
    params: [any()],
    isSoft: true,
    en: 'Whether a value is missing, null, an empty list or record, or blank text.',
    fr: 'Indique si une valeur manque, vaut null, ou est une liste, un objet ou un texte vide.',
    examples: [
      ['isEmpty([])', true],
      ['isEmpty("x")', false],
    ],
    run: isEmpty,
  }),
  defineRest('firstOf', {
    of: any(),
    isSoft: true,
    en: 'The first value that is neither missing nor null.',
    fr: 'La première valeur qui ne manque pas et ne vaut pas null.',
    examples: [['firstOf(trigger.body.nick, trigger.body.name, "you")', 'you']],
    run: (run, values) => {
      const found = values.find((value) => value !== null)
      if (found === undefined) throw foundNothing(run, 'firstOf')
      return found
    },
  }),
  define('typeOf', {
    params: [any()],
    en: 'The type of a value: null, boolean, number, text, list or record.',
    fr: "Le type d'une valeur : null, boolean, number, text, list ou record.",
    examples: [['typeOf([1])', 'list']],
    run: (_, value) => kindOf(value),
  }),
  define('toBoolean', {
    params: [any()],
    en: 'true for true, yes, on and 1; false for false, no, off, 0 and empty text.',
    fr: 'true pour true, oui, on et 1 ; false pour false, non, off, 0 et un texte vide.',
    examples: [['toBoolean("Yes")', true]],
    run: toBoolean,
  }),
  define('choose', {
    params: [any(), record('choices')],
    optional: [lazy('otherwise')],
    en: 'The field of a record whose name is the value.',
    fr: "Le champ d'un objet dont le nom est la valeur.",
    examples: [['choose("fr", {en: "Hello", fr: "Bonjour"}, "Hi")', 'Bonjour']],
    run: (run, value, choices, otherwise) => {
      const found = memberOf(run, choices, asText(value, run, 'choose')) ?? otherwise?.()
      if (found === undefined) throw foundNothing(run, 'choose')
      return found
    },
  }),
  define('get', {
    params: [any(), text('path')],
    en: 'The value at a computed path: names separated by dots.',
    fr: 'La valeur à un chemin calculé : des noms séparés par des points.',
    examples: [['get({a: {b: [7]}}, "a.b.0")', 7]],
    run: (run, value, path) => {
      const found = path
        .split('.', 50)
        .reduce<unknown>(
          (at, key) =>
            isList(at) && /^\d{1,9}$/.test(key) ? memberOf(run, at, Number(key)) : memberOf(run, at, key),
          value,
        )
      if (found === undefined) throw foundNothing(run, 'get')
      return found
    },
  }),
]
