import { type Run, spendText } from '../budget.ts'
import { allMatches, isMatch, type Match, matchFrom, patternOf } from '../pattern/pattern.ts'
import type { Program } from '../pattern/program.ts'
import { asText, badArgument, foundNothing, inGroup, type Param, param, text } from './define.ts'

const define = inGroup('pattern')

/** Judged when it is a literal, so that the editor shows what is wrong with it. */
const pattern = (): Param<string> => ({
  ...text('pattern'),
  accept: (value, run, name) => {
    const source = asText(value, run, name)
    patternOf(run, source)
    return source
  },
})

const flags = (): Param<string> => ({
  ...text('flags'),
  accept: (value, run, name) => {
    const source = asText(value, run, name)
    if (/^[ims]{0,3}$/.test(source)) return source
    throw badArgument(
      run,
      'The flags are i (capitals do not count), m (^ and $ at lines) and s (. takes line breaks too).',
      'Les options sont i (majuscules ignorées), m (^ et $ à chaque ligne) et s (. prend aussi les retours).',
    )
  },
})

/** Of a match: the group with this number or name; the first group, or the whole without groups, if none is told. */
function groupOf(
  run: Run,
  program: Program,
  text: string,
  match: Match,
  wanted: string | number | undefined,
): string | undefined {
  const whole = text.slice(match.from, match.to)
  if (wanted === undefined) return program.names.length === 0 ? whole : match.groups[0]
  if (wanted === 0) return whole
  const index = typeof wanted === 'number' ? wanted - 1 : program.names.indexOf(wanted)
  if (index in program.names && index >= 0) return match.groups[index]
  throw badArgument(
    run,
    `The pattern has no group ${`${wanted}`.slice(0, 40)}.`,
    `Le motif n'a pas de groupe ${`${wanted}`.slice(0, 40)}.`,
  )
}

const group = (): Param<string | number> =>
  param('group', { en: 'a number or a name', fr: 'un numéro ou un nom' }, (value) =>
    typeof value === 'string' || typeof value === 'number' ? value : undefined,
  )

/** $1, $<name>, $0 for the whole, $$ for the sign itself. */
function filled(run: Run, program: Program, text: string, match: Match, replacement: string): string {
  const result = replacement.replace(/\$(?:(\$)|(\d{1,2})|<(\w{1,64})>)/g, (all, sign, index, name) => {
    if (sign !== undefined) return '$'
    const known = name === undefined ? Number(index) <= program.names.length : program.names.includes(name)
    return known ? (groupOf(run, program, text, match, name ?? Number(index)) ?? '') : all
  })
  spendText(run, result.length)
  return result
}

export const patternFunctions = [
  define('matches', {
    takes: [text(), pattern()],
    may: [flags()],
    en: 'Whether the pattern is found in the text. Put ^ and $ around it to mean the whole text.',
    fr: 'Si le motif se trouve dans le texte. Entourez-le de ^ et $ pour désigner le texte entier.',
    examples: [
      ['matches("Invoice 2026-117", "\\d{4}-\\d+")', true],
      ['matches("INVOICE", "^invoice$", "i")', true],
    ],
    run: (run, value, source, options) => isMatch(run, patternOf(run, source, options), value),
  }),
  define('extract', {
    takes: [text(), pattern()],
    may: [group(), flags()],
    en: 'What the pattern finds first: its first group, or the group of this number or name (0 for all of it).',
    fr: 'Ce que le motif trouve en premier : son premier groupe, ou celui de ce numéro ou nom (0 pour le tout).',
    examples: [
      ['extract("Order #815 of today", "#(\\d+)")', '815'],
      ['extract("a=1", "(?<key>\\w)=(?<value>\\w)", "value")', '1'],
      ['extract("nothing", "\\d+") | default("none")', 'none'],
    ],
    run: (run, value, source, wanted, options) => {
      const program = patternOf(run, source, options)
      const match = matchFrom(run, program, value, 0)
      const found = match === undefined ? undefined : groupOf(run, program, value, match, wanted)
      if (found === undefined) throw foundNothing(run, 'extract')
      return found
    },
  }),
  define('extractAll', {
    takes: [text(), pattern()],
    may: [group(), flags()],
    en: 'Everything that the pattern finds, as a list.',
    fr: 'Tout ce que le motif trouve, en liste.',
    examples: [['extractAll("12 and 7", "\\d+")', ['12', '7']]],
    run: (run, value, source, wanted, options) => {
      const program = patternOf(run, source, options)
      return allMatches(run, program, value).map(
        (match) => groupOf(run, program, value, match, wanted) ?? null,
      )
    },
  }),
  define('replacePattern', {
    takes: [text(), pattern(), text('with')],
    may: [flags()],
    en: 'With everything that the pattern finds replaced. $1 or $<name> stands for a group, $0 for all of it.',
    fr: 'Tout ce que le motif trouve est remplacé. $1 ou $<nom> désigne un groupe, $0 le tout.',
    examples: [['replacePattern("2026-11-15", "(\\d+)-(\\d+)-(\\d+)", "$3/$2/$1")', '15/11/2026']],
    run: (run, value, source, replacement, options) => {
      const program = patternOf(run, source, options)
      let [result, from] = ['', 0]
      for (const match of allMatches(run, program, value)) {
        result += value.slice(from, match.from) + filled(run, program, value, match, replacement)
        from = match.to
      }
      return result + value.slice(from)
    },
  }),
  define('splitPattern', {
    takes: [text(), pattern()],
    may: [flags()],
    en: 'The parts between what the pattern finds, as a list.',
    fr: 'Les parties entre ce que le motif trouve, en liste.',
    examples: [['splitPattern("a, b;c", "[,;] *")', ['a', 'b', 'c']]],
    run: (run, value, source, options) => {
      const parts: string[] = []
      let from = 0
      for (const match of allMatches(run, patternOf(run, source, options), value)) {
        if (match.to === match.from) continue
        parts.push(value.slice(from, match.from))
        from = match.to
      }
      return [...parts, value.slice(from)]
    },
  }),
]
