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

const yes = ['true', 'yes', 'oui', 'on', '1']
const no = ['false', 'no', 'non', 'off', '0', '']

function toBoolean(run: Run, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const source = asText(value, run, 'toBoolean').trim().toLowerCase()
  if (yes.includes(source)) return true
  if (no.includes(source)) return false
  throw badArgument(
    run,
    `"${source.slice(0, 40)}" is neither yes nor no.`,
    `« ${source.slice(0, 40)} » n'est ni oui ni non.`,
  )
}

export const logicFunctions = [
  define('default', {
    takes: [any(), lazy('fallback')],
    isSoft: true,
    en: 'The value, or the fallback when it is missing or null.',
    fr: 'La valeur, ou la valeur de secours si elle manque ou vaut null.',
    examples: [
      ['trigger.body.id | default("none")', 'none'],
      ['default(5, 0)', 5],
    ],
    run: (_, value, fallback) => value ?? fallback(),
  }),
  define('ifEmpty', {
    takes: [any(), lazy('fallback')],
    isSoft: true,
    en: 'The value, or the fallback when it is missing, null, an empty list or a text without characters.',
    fr: 'La valeur, ou celle de secours si elle manque, vaut null, est une liste vide ou un texte sans caractères.',
    examples: [['"  " | ifEmpty("(no subject)")', '(no subject)']],
    run: (run, value, fallback) => (isEmpty(run, value) ? fallback() : value),
  }),
  define('exists', {
    takes: [any()],
    isSoft: true,
    en: 'Whether there is a value, other than null.',
    fr: "S'il y a une valeur, autre que null.",
    examples: [
      ['exists(trigger.body.id)', false],
      ['exists(0)', true],
    ],
    run: (_, value) => value !== null,
  }),
  define('isEmpty', {
    takes: [any()],
    isSoft: true,
    en: 'Whether a value is missing, null, an empty list or record, or a text without characters.',
    fr: 'Si une valeur manque, vaut null, est une liste ou un objet vide, ou un texte sans caractères.',
    examples: [
      ['isEmpty([])', true],
      ['isEmpty("x")', false],
    ],
    run: isEmpty,
  }),
  defineRest('firstOf', {
    of: any(),
    isSoft: true,
    en: 'The first of several values that is neither missing nor null.',
    fr: 'La première de plusieurs valeurs qui ne manque pas et ne vaut pas null.',
    examples: [['firstOf(trigger.body.nick, trigger.body.name, "you")', 'you']],
    run: (run, values) => {
      const found = values.find((value) => value !== null)
      if (found === undefined) throw foundNothing(run, 'firstOf')
      return found
    },
  }),
  define('typeOf', {
    takes: [any()],
    en: 'null, boolean, number, text, list or record.',
    fr: 'null, boolean, number, text, list ou record.',
    examples: [['typeOf([1])', 'list']],
    run: (_, value) => kindOf(value),
  }),
  define('toBoolean', {
    takes: [any()],
    en: 'true for true, yes, on, 1; false for false, no, off, 0 and nothing.',
    fr: 'true pour true, oui, on, 1 ; false pour false, non, off, 0 et rien.',
    examples: [['toBoolean("Yes")', true]],
    run: toBoolean,
  }),
  define('choose', {
    takes: [any(), record('choices')],
    may: [lazy('otherwise')],
    en: 'The field of a record that the value names.',
    fr: "Le champ d'un objet que la valeur désigne.",
    examples: [['choose("fr", {en: "Hello", fr: "Bonjour"}, "Hi")', 'Bonjour']],
    run: (run, value, choices, otherwise) => {
      const found = memberOf(run, choices, asText(value, run, 'choose')) ?? otherwise?.()
      if (found === undefined) throw foundNothing(run, 'choose')
      return found
    },
  }),
  define('get', {
    takes: [any(), text('path')],
    en: 'The value at a path that is itself computed: names with points between.',
    fr: 'La valeur à un chemin lui-même calculé : des noms séparés par des points.',
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
