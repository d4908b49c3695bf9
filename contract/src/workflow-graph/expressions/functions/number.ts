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

/** Decimal digits are moved as text: 1.005 * 100 is not 100.5 in binary. */
function roundTo(run: Run, value: number, digits: number): number {
  if (digits < -20 || digits > 20)
    throw badArgument(run, 'Round to -20 to 20 digits.', 'Arrondissez de -20 à 20 chiffres.')
  if (!Number.isFinite(value) || `${value}`.includes('e')) return value
  const shifted = Number(`${Math.abs(value)}e${digits}`)
  return finite(run, Math.sign(value) * Number(`${Math.round(shifted)}e${-digits}`) || 0)
}

/** 1,234.50 and 1 234,50 and 1.234,50 €: the last sign that is followed by other than three digits parts decimals. */
function readNumber(value: string, decimal?: string): number | undefined {
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
    takes: [any()],
    may: [text('decimal')],
    en: 'A number from a text, with or without signs for thousands and currency. `decimal` is `.` or `,` where it is not clear.',
    fr: "Un nombre tiré d'un texte, avec ou sans séparateurs de milliers et monnaie. `decimal` est `.` ou `,` en cas de doute.",
    examples: [
      ['toNumber("42")', 42],
      ['toNumber("1 234,50 €")', 1234.5],
      ['toNumber("$1,234.50")', 1234.5],
      ['toNumber("1,234", ",")', 1.234],
    ],
    run: (run, value, decimal) => {
      if (typeof value === 'number') return value
      const source = asText(value, run, 'toNumber')
      const found = readNumber(source, decimal)
      if (found !== undefined) return found
      throw badArgument(
        run,
        `"${source.slice(0, 40)}" is not a number.`,
        `« ${source.slice(0, 40)} » n'est pas un nombre.`,
      )
    },
  }),
  define('round', {
    takes: [number()],
    may: [whole('digits')],
    en: 'Rounded to so many digits after the point; none unless told otherwise.',
    fr: 'Arrondi à ce nombre de décimales ; aucune sauf indication contraire.',
    examples: [
      ['round(1.005, 2)', 1.01],
      ['19.99 * 3 | round(1)', 60],
    ],
    run: (run, value, digits = 0) => roundTo(run, value, digits),
  }),
  define('floor', {
    takes: [number()],
    en: 'The next whole number below.',
    fr: 'Le nombre entier inférieur.',
    examples: [['floor(2.7)', 2]],
    run: (_, value) => Math.floor(value),
  }),
  define('ceil', {
    takes: [number()],
    en: 'The next whole number above.',
    fr: 'Le nombre entier supérieur.',
    examples: [['ceil(2.1)', 3]],
    run: (_, value) => Math.ceil(value) || 0,
  }),
  define('abs', {
    takes: [number()],
    en: 'Without its sign.',
    fr: 'Sans son signe.',
    examples: [['abs(-3)', 3]],
    run: (_, value) => Math.abs(value),
  }),
  define('clamp', {
    takes: [number(), number('lowest'), number('highest')],
    en: 'Held between two numbers.',
    fr: 'Maintenu entre deux nombres.',
    examples: [['clamp(120, 0, 100)', 100]],
    run: (_, value, lowest, highest) => Math.min(Math.max(value, lowest), highest),
  }),
  defineRest('min', {
    of: any('number'),
    en: 'The smallest of several numbers, or of a list of them.',
    fr: "Le plus petit de plusieurs nombres, ou d'une liste.",
    examples: [
      ['min(3, 1, 2)', 1],
      ['min([3, 1, 2])', 1],
    ],
    run: (run, values) => extreme(run, values, 'min', Math.min),
  }),
  defineRest('max', {
    of: any('number'),
    en: 'The largest of several numbers, or of a list of them.',
    fr: "Le plus grand de plusieurs nombres, ou d'une liste.",
    examples: [['max(3, 1, 2)', 3]],
    run: (run, values) => extreme(run, values, 'max', Math.max),
  }),
  define('formatNumber', {
    takes: [number()],
    may: [whole('digits'), language()],
    en: 'A number as people of a language write it; en unless told otherwise.',
    fr: 'Un nombre écrit selon une langue ; en sauf indication contraire.',
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
    takes: [number(), text('currency')],
    may: [language()],
    en: 'An amount with its currency (EUR, USD ...), as people of a language write it.',
    fr: 'Un montant avec sa monnaie (EUR, USD ...), écrit selon une langue.',
    examples: [['formatCurrency(1234.5, "EUR", "en")', '€1,234.50']],
    run: (run, value, currency, tag = 'en') => numberFormat(run, tag, undefined, currency).format(value),
  }),
]
