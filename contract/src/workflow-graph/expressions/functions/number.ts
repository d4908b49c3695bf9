import { type Run, spend } from '../budget.ts'
import { failure } from '../fault.ts'
import { messages } from '../messages.ts'
import { isList } from '../values.ts'
import {
  any,
  asNumber,
  asText,
  badArgument,
  foundNothing,
  inGroup,
  number,
  restInGroup,
  text,
  whole,
} from './define.ts'
import { language, numberFormat } from './intl.ts'

const define = inGroup('number')
const defineRest = restInGroup('number')

const finite = (run: Run, value: number) => {
  if (!Number.isFinite(value)) throw failure(run.place, 'expression.math', messages.notFinite)
  return value
}

/** Shifts decimals as text: 1.005 * 100 is not 100.5 in binary. */
function roundTo(run: Run, value: number, digits: number): number {
  if (digits < -20 || digits > 20)
    throw badArgument(run, 'Use -20 to 20 digits.', 'Utilisez de -20 à 20 décimales.')
  if (!Number.isFinite(value) || `${value}`.includes('e')) return value
  const shifted = Number(`${Math.abs(value)}e${digits}`)
  return finite(run, Math.sign(value) * Number(`${Math.round(shifted)}e${-digits}`) || 0)
}

/** Reads 1,234.50 and 1 234,50 and 1.234,50 €: the last separator not followed by exactly three digits is the decimal one. */
function parseNumber(value: string, decimal?: string): number | undefined {
  const marked = decimal === undefined ? value : value.split(decimal === '.' ? ',' : '.').join('')
  const bare = marked.replace(/[\s\p{Sc}'’]/gu, '')
  if (!/^[+-]?[\d.,]{1,40}$/.test(bare)) return undefined
  const dot = bare.lastIndexOf('.')
  const comma = bare.lastIndexOf(',')
  const hasBoth = dot >= 0 && comma >= 0
  const last = Math.max(dot, comma)
  const sign = bare[last] ?? ''
  const isGrouping =
    decimal === undefined &&
    !hasBoth &&
    last >= 0 &&
    (bare.split(sign).length > 2 || (sign === ',' && /,\d{3}$/.test(bare)))
  const whole = last < 0 || isGrouping ? bare : bare.slice(0, last)
  const decimals = last < 0 || isGrouping ? '' : bare.slice(last + 1)
  const digits = whole.replace(/[.,]/g, '')
  const result = Number(`${digits}.${decimals}0`)
  return Number.isFinite(result) && /\d/.test(digits + decimals) ? result : undefined
}

function extreme(run: Run, values: unknown[], name: string, pick: (a: number, b: number) => number) {
  const first = values[0]
  const all = values.length === 1 && isList(first) ? first : values
  spend(run, all.length)
  if (all.length === 0) throw foundNothing(run, name)
  return all.map((value) => asNumber(value, run, name)).reduce((a, b) => pick(a, b))
}

export const numberFunctions = [
  define('toNumber', {
    params: [any()],
    optional: [text('decimal')],
    en: 'Converts text to a number, with or without thousands separators and currency. `decimal` is `.` or `,` where it is ambiguous.',
    fr: "Convertit un texte en nombre, avec ou sans séparateurs de milliers et devise. `decimal` vaut `.` ou `,` en cas d'ambiguïté.",
    examples: [
      ['toNumber("42")', 42],
      ['toNumber("1 234,50 €")', 1234.5],
      ['toNumber("$1,234.50")', 1234.5],
      ['toNumber("1,234", ",")', 1.234],
    ],
    run: (run, value, decimal) => {
      if (typeof value === 'number') return value
      const source = asText(value, run, 'toNumber')
      const found = parseNumber(source, decimal)
      if (found !== undefined) return found
      throw badArgument(
        run,
        `"${source.slice(0, 40)}" is not a number.`,
        `« ${source.slice(0, 40)} » n'est pas un nombre.`,
      )
    },
  }),
  define('round', {
    params: [number()],
    optional: [whole('digits')],
    en: 'Rounds to a number of decimals, 0 by default.',
    fr: 'Arrondit à un nombre de décimales, 0 par défaut.',
    examples: [
      ['round(1.005, 2)', 1.01],
      ['19.99 * 3 | round(1)', 60],
    ],
    run: (run, value, digits = 0) => roundTo(run, value, digits),
  }),
  define('floor', {
    params: [number()],
    en: 'Rounds down to a whole number.',
    fr: "Arrondit à l'entier inférieur.",
    examples: [['floor(2.7)', 2]],
    run: (_, value) => Math.floor(value),
  }),
  define('ceil', {
    params: [number()],
    en: 'Rounds up to a whole number.',
    fr: "Arrondit à l'entier supérieur.",
    examples: [['ceil(2.1)', 3]],
    run: (_, value) => Math.ceil(value) || 0,
  }),
  define('abs', {
    params: [number()],
    en: 'The absolute value of a number.',
    fr: "La valeur absolue d'un nombre.",
    examples: [['abs(-3)', 3]],
    run: (_, value) => Math.abs(value),
  }),
  define('clamp', {
    params: [number(), number('min'), number('max')],
    en: 'Limits a number to a range.',
    fr: 'Limite un nombre à un intervalle.',
    examples: [['clamp(120, 0, 100)', 100]],
    run: (_, value, min, max) => Math.min(Math.max(value, min), max),
  }),
  defineRest('min', {
    of: any('number'),
    en: 'The smallest of several numbers, or of a list of numbers.',
    fr: "Le plus petit de plusieurs nombres, ou d'une liste.",
    examples: [
      ['min(3, 1, 2)', 1],
      ['min([3, 1, 2])', 1],
    ],
    run: (run, values) => extreme(run, values, 'min', Math.min),
  }),
  defineRest('max', {
    of: any('number'),
    en: 'The largest of several numbers, or of a list of numbers.',
    fr: "Le plus grand de plusieurs nombres, ou d'une liste.",
    examples: [['max(3, 1, 2)', 3]],
    run: (run, values) => extreme(run, values, 'max', Math.max),
  }),
  define('formatNumber', {
    params: [number()],
    optional: [whole('digits'), language()],
    en: 'Formats a number for a language, en by default.',
    fr: 'Met un nombre en forme selon une langue, en par défaut.',
    examples: [
      ['formatNumber(1234.5, 2)', '1,234.50'],
      ['formatNumber(1234.5, 2, "de")', '1.234,50'],
    ],
    run: (run, value, digits, tag = 'en') => {
      if (digits !== undefined && (digits < 0 || digits > 20))
        throw badArgument(run, 'Use 0 to 20 digits.', 'Utilisez de 0 à 20 décimales.')
      return numberFormat(run, tag, digits).format(value)
    },
  }),
  define('formatCurrency', {
    params: [number(), text('currency')],
    optional: [language()],
    en: 'Formats an amount with its currency (EUR, USD, …) for a language.',
    fr: 'Met un montant en forme avec sa devise (EUR, USD, …) selon une langue.',
    examples: [['formatCurrency(1234.5, "EUR", "en")', '€1,234.50']],
    run: (run, value, currency, tag = 'en') => numberFormat(run, tag, undefined, currency).format(value),
  }),
]
