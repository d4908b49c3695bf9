import { type Run, spend, spendText } from '../budget.ts'
import { positionOf, positionsOf } from '../search-text.ts'
import { isList, toText } from '../values.ts'
import { any, asText, badArgument, inGroup, list, text, whole } from './define.ts'

const define = inGroup('text')

const paddingFor = (run: Run, value: string, length: number, fill: string) => {
  const missing = Math.max(0, length - value.length)
  spendText(run, missing)
  return fill === '' ? '' : fill.repeat(Math.ceil(missing / fill.length)).slice(0, missing)
}

/** Slices without splitting a surrogate pair. */
function sliceWhole(value: string, from: number, to?: number) {
  const part = value.slice(from, to)
  const start = /^[\udc00-\udfff]/.test(part) ? 1 : 0
  const end = /[\ud800-\udbff]$/.test(part.slice(-1)) ? part.length - 1 : part.length
  return part.slice(start, end)
}

function splitText(run: Run, value: string, by: string): string[] {
  if (by === '') {
    spend(run, value.length)
    return [...value]
  }
  const places = positionsOf(value, by, run.left + 1)
  spend(run, places.length + 1)
  const parts = places.map((place, i) => value.slice(i === 0 ? 0 : (places[i - 1] ?? 0) + by.length, place))
  return [...parts, value.slice(places.length === 0 ? 0 : (places.at(-1) ?? 0) + by.length)]
}

/** Functions that search, split and join texts. */
export const textFunctions = [
  define('trim', {
    params: [text()],
    en: 'Removes spaces and line breaks at both ends.',
    fr: 'Supprime les espaces et retours à la ligne aux deux extrémités.',
    examples: [['trim("  Ada ")', 'Ada']],
    run: (_, value) => value.trim(),
  }),
  define('squeeze', {
    params: [text()],
    en: 'Collapses each run of spaces and line breaks into one space, and trims.',
    fr: "Réduit chaque suite d'espaces et de retours à la ligne à une espace, et nettoie les extrémités.",
    examples: [['squeeze(" a \\n  b ")', 'a b']],
    run: (_, value) =>
      value
        .split(/\s+/)
        .filter((part) => part !== '')
        .join(' '),
  }),
  define('startsWith', {
    params: [text(), text('start')],
    en: 'Whether a text starts with another.',
    fr: 'Indique si un texte commence par un autre.',
    examples: [['startsWith("Re: offer", "Re:")', true]],
    run: (_, value, start) => value.startsWith(start),
  }),
  define('endsWith', {
    params: [text(), text('end')],
    en: 'Whether a text ends with another.',
    fr: 'Indique si un texte finit par un autre.',
    examples: [['endsWith("invoice.pdf", ".pdf")', true]],
    run: (_, value, end) => value.endsWith(end),
  }),
  define('replace', {
    params: [text(), text('find'), text('with')],
    en: 'Replaces every occurrence of a text.',
    fr: "Remplace chaque occurrence d'un texte.",
    examples: [['replace("a-b-c", "-", "/")', 'a/b/c']],
    run: (run, value, find, replacement) => {
      if (find === '') return value
      const parts = splitText(run, value, find)
      spendText(run, value.length + parts.length * replacement.length)
      return parts.join(replacement)
    },
  }),
  define('split', {
    params: [text(), text('separator')],
    en: 'Splits a text at a separator.',
    fr: 'Découpe un texte selon un séparateur.',
    examples: [['split("a,b,c", ",")', ['a', 'b', 'c']]],
    run: splitText,
  }),
  define('lines', {
    params: [text()],
    en: 'The lines of a text, as a list.',
    fr: "Les lignes d'un texte, sous forme de liste.",
    examples: [['lines("one\\ntwo")', ['one', 'two']]],
    run: (run, value) => splitText(run, value.replaceAll('\r\n', '\n'), '\n'),
  }),
  define('join', {
    params: [list()],
    optional: [text('separator')],
    en: 'Joins the items of a list into a text, separated by `, ` by default.',
    fr: "Réunit les éléments d'une liste en un texte, séparés par `, ` par défaut.",
    examples: [
      ['join(["a", "b", 3])', 'a, b, 3'],
      ['["a", "b"] | join("-")', 'a-b'],
    ],
    run: (run, items, separator = ', ') => {
      spend(run, items.length)
      const texts = items.map((item) => toText(run, item))
      const size = texts.reduce((sum, one) => sum + one.length + separator.length, 0)
      spendText(run, size)
      return texts.join(separator)
    },
  }),
  define('slice', {
    params: [any('text or list'), whole('from')],
    optional: [whole('to')],
    en: 'Part of a text or list, from one position up to but not including another. Negative positions count from the end.',
    fr: "Une partie d'un texte ou d'une liste, d'une position à une autre non comprise. Une position négative compte depuis la fin.",
    examples: [
      ['slice("invoice", 0, 3)', 'inv'],
      ['slice([1, 2, 3, 4], -2)', [3, 4]],
    ],
    run: (run, value, from, to) => {
      if (isList(value)) {
        spend(run, value.length)
        return value.slice(from, to)
      }
      return sliceWhole(asText(value, run, 'slice'), from, to)
    },
  }),
  define('truncate', {
    params: [text(), whole('length')],
    optional: [text('end')],
    en: 'Shortens a text to a length, with `…` at the end if it was cut.',
    fr: "Raccourcit un texte à une longueur, avec `…` à la fin s'il a été coupé.",
    examples: [['truncate("A long subject", 7)', 'A long…']],
    run: (_, value, length, end = '…') =>
      value.length <= length ? value : sliceWhole(value, 0, Math.max(0, length - end.length)).trimEnd() + end,
  }),
  define('padStart', {
    params: [text(), whole('length')],
    optional: [text('fill')],
    en: 'Pads the start of a text to a length.',
    fr: "Complète le début d'un texte jusqu'à une longueur.",
    examples: [['padStart(42, 6, "0")', '000042']],
    run: (run, value, length, fill = ' ') => paddingFor(run, value, length, fill) + value,
  }),
  define('padEnd', {
    params: [text(), whole('length')],
    optional: [text('fill')],
    en: 'Pads the end of a text to a length.',
    fr: "Complète la fin d'un texte jusqu'à une longueur.",
    examples: [['padEnd("ab", 4, ".")', 'ab..']],
    run: (run, value, length, fill = ' ') => value + paddingFor(run, value, length, fill),
  }),
  define('repeat', {
    params: [text(), whole('times')],
    en: 'Repeats a text.',
    fr: 'Répète un texte.',
    examples: [['repeat("=", 5)', '=====']],
    run: (run, value, times) => {
      if (times < 0)
        throw badArgument(
          run,
          'The number of repetitions cannot be negative.',
          'Le nombre de répétitions ne peut pas être négatif.',
        )
      spendText(run, value.length * times)
      return value === '' ? '' : value.repeat(times)
    },
  }),
  define('before', {
    params: [text(), text('marker')],
    en: 'The text before the first occurrence of a marker, or the whole text if it does not occur.',
    fr: "Le texte avant la première occurrence d'un repère, ou tout le texte s'il n'y figure pas.",
    examples: [['before("ada@example.org", "@")', 'ada']],
    run: (_, value, mark) => {
      const at = positionOf(value, mark)
      return at < 0 ? value : value.slice(0, at)
    },
  }),
  define('after', {
    params: [text(), text('marker')],
    en: 'The text after the first occurrence of a marker, or empty text if it does not occur.',
    fr: "Le texte après la première occurrence d'un repère, ou un texte vide s'il n'y figure pas.",
    examples: [['after("Ticket: 815", ": ")', '815']],
    run: (_, value, mark) => {
      const at = positionOf(value, mark)
      return at < 0 ? '' : value.slice(at + mark.length)
    },
  }),
]
