import { type Run, spend, spendText } from '../budget.ts'
import { positionOf, positionsOf } from '../search-text.ts'
import { isList, toText } from '../values.ts'
import { any, asText, badArgument, inGroup, list, text, whole } from './define.ts'

const define = inGroup('text')

const filler = (run: Run, value: string, length: number, fill: string) => {
  const missing = Math.max(0, length - value.length)
  spendText(run, missing)
  return fill === '' ? '' : fill.repeat(Math.ceil(missing / fill.length)).slice(0, missing)
}

/** A cut must not leave half of a character that takes two places. */
function cut(value: string, from: number, to?: number) {
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

/** Those that look into a text, take it apart and put it together. */
export const textFunctions = [
  define('trim', {
    takes: [text()],
    en: 'Without spaces and line breaks at both ends.',
    fr: 'Sans espaces ni retours à la ligne aux extrémités.',
    examples: [['trim("  Ada ")', 'Ada']],
    run: (_, value) => value.trim(),
  }),
  define('squeeze', {
    takes: [text()],
    en: 'With every run of spaces and line breaks made one space, and trimmed.',
    fr: "Chaque suite d'espaces et de retours devient une espace ; extrémités nettoyées.",
    examples: [['squeeze(" a \\n  b ")', 'a b']],
    run: (_, value) =>
      value
        .split(/\s+/)
        .filter((part) => part !== '')
        .join(' '),
  }),
  define('startsWith', {
    takes: [text(), text('start')],
    en: 'Whether a text begins with another.',
    fr: 'Si un texte commence par un autre.',
    examples: [['startsWith("Re: offer", "Re:")', true]],
    run: (_, value, start) => value.startsWith(start),
  }),
  define('endsWith', {
    takes: [text(), text('end')],
    en: 'Whether a text ends with another.',
    fr: 'Si un texte finit par un autre.',
    examples: [['endsWith("invoice.pdf", ".pdf")', true]],
    run: (_, value, end) => value.endsWith(end),
  }),
  define('replace', {
    takes: [text(), text('find'), text('with')],
    en: 'With every occurrence of a text replaced by another.',
    fr: "Chaque occurrence d'un texte est remplacée par une autre.",
    examples: [['replace("a-b-c", "-", "/")', 'a/b/c']],
    run: (run, value, find, replacement) => {
      if (find === '') return value
      const parts = splitText(run, value, find)
      spendText(run, value.length + parts.length * replacement.length)
      return parts.join(replacement)
    },
  }),
  define('split', {
    takes: [text(), text('separator')],
    en: 'The parts between separators, as a list.',
    fr: 'Les parties entre les séparateurs, en liste.',
    examples: [['split("a,b,c", ",")', ['a', 'b', 'c']]],
    run: splitText,
  }),
  define('lines', {
    takes: [text()],
    en: 'The lines of a text, as a list.',
    fr: "Les lignes d'un texte, en liste.",
    examples: [['lines("one\\ntwo")', ['one', 'two']]],
    run: (run, value) => splitText(run, value.replaceAll('\r\n', '\n'), '\n'),
  }),
  define('join', {
    takes: [list()],
    may: [text('separator')],
    en: 'The items of a list as one text; `, ` between them unless told otherwise.',
    fr: "Les éléments d'une liste en un texte ; `, ` entre eux sauf indication contraire.",
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
    takes: [any('text or list'), whole('from')],
    may: [whole('to')],
    en: 'A part of a text or list: from a place on, up to but without another. Negative places count from the end.',
    fr: "Une partie d'un texte ou d'une liste, d'une place jusqu'avant une autre. Une place négative compte depuis la fin.",
    examples: [
      ['slice("invoice", 0, 3)', 'inv'],
      ['slice([1, 2, 3, 4], -2)', [3, 4]],
    ],
    run: (run, value, from, to) => {
      if (isList(value)) {
        spend(run, value.length)
        return value.slice(from, to)
      }
      return cut(asText(value, run, 'slice'), from, to)
    },
  }),
  define('truncate', {
    takes: [text(), whole('length')],
    may: [text('end')],
    en: 'At most so many characters; `…` stands at the end when something was cut off.',
    fr: 'Au plus ce nombre de caractères ; `…` à la fin si quelque chose a été coupé.',
    examples: [['truncate("A long subject", 7)', 'A long…']],
    run: (_, value, length, end = '…') =>
      value.length <= length ? value : cut(value, 0, Math.max(0, length - end.length)).trimEnd() + end,
  }),
  define('padStart', {
    takes: [text(), whole('length')],
    may: [text('fill')],
    en: 'Filled up at the start to a length.',
    fr: "Complété au début jusqu'à une longueur.",
    examples: [['padStart(42, 6, "0")', '000042']],
    run: (run, value, length, fill = ' ') => filler(run, value, length, fill) + value,
  }),
  define('padEnd', {
    takes: [text(), whole('length')],
    may: [text('fill')],
    en: 'Filled up at the end to a length.',
    fr: "Complété à la fin jusqu'à une longueur.",
    examples: [['padEnd("ab", 4, ".")', 'ab..']],
    run: (run, value, length, fill = ' ') => value + filler(run, value, length, fill),
  }),
  define('repeat', {
    takes: [text(), whole('times')],
    en: 'A text several times in a row.',
    fr: 'Un texte plusieurs fois de suite.',
    examples: [['repeat("=", 5)', '=====']],
    run: (run, value, times) => {
      if (times < 0)
        throw badArgument(
          run,
          'A text cannot be repeated less than zero times.',
          'Un texte ne se répète pas moins de zéro fois.',
        )
      spendText(run, value.length * times)
      return value === '' ? '' : value.repeat(times)
    },
  }),
  define('before', {
    takes: [text(), text('mark')],
    en: 'What stands before the first occurrence of a mark; the whole text when it does not occur.',
    fr: "Ce qui précède la première occurrence d'un repère ; tout le texte s'il n'y figure pas.",
    examples: [['before("ada@example.org", "@")', 'ada']],
    run: (_, value, mark) => {
      const at = positionOf(value, mark)
      return at < 0 ? value : value.slice(0, at)
    },
  }),
  define('after', {
    takes: [text(), text('mark')],
    en: 'What stands after the first occurrence of a mark; nothing when it does not occur.',
    fr: "Ce qui suit la première occurrence d'un repère ; rien s'il n'y figure pas.",
    examples: [['after("Ticket: 815", ": ")', '815']],
    run: (_, value, mark) => {
      const at = positionOf(value, mark)
      return at < 0 ? '' : value.slice(at + mark.length)
    },
  }),
]
