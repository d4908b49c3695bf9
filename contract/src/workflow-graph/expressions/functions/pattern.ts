import { type Run, spendText } from '../budget.ts'
import { escapePattern } from '../escape-pattern.ts'
import { allMatches, compiledPattern, isMatch, type Match, matchFrom } from '../pattern/pattern.ts'
import type { Program } from '../pattern/program.ts'
import { asText, badArgument, foundNothing, inGroup, type Param, param, text } from './define.ts'

const define = inGroup('pattern')

/** Literals are checked when parsing, so that the editor can show what is wrong. */
const pattern = (): Param<string> => ({
  ...text('pattern'),
  accept: (value, run, name) => {
    const source = asText(value, run, name)
    compiledPattern(run, source)
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
      'The flags are i (ignore case), m (^ and $ match at each line) and s (. also matches line breaks).',
      'Les options sont i (ignorer la casse), m (^ et $ à chaque ligne) et s (. inclut les retours à la ligne).',
    )
  },
})

/** A group of a match by number or name; by default the first group, or the whole match if there are none. */
function groupOf(
  run: Run,
  program: Program,
  text: string,
  match: Match,
  group: string | number | undefined,
): string | undefined {
  const whole = text.slice(match.from, match.to)
  if (group === undefined) return program.names.length === 0 ? whole : match.groups[0]
  if (group === 0) return whole
  const index = typeof group === 'number' ? group - 1 : program.names.indexOf(group)
  if (index in program.names && index >= 0) return match.groups[index]
  throw badArgument(
    run,
    `The pattern has no group ${`${group}`.slice(0, 40)}.`,
    `Le motif n'a pas de groupe ${`${group}`.slice(0, 40)}.`,
  )
}

const group = (): Param<string | number> =>
  param('group', { en: 'a number or a name', fr: 'un numéro ou un nom' }, (value) =>
    typeof value === 'string' || typeof value === 'number' ? value : undefined,
  )

/** Expands $1, $<name>, $0 (the whole match) and $$ (a dollar sign). */
function fillReplacement(
  run: Run,
  program: Program,
  text: string,
  match: Match,
  replacement: string,
): string {
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
    params: [text(), pattern()],
    optional: [flags()],
    en: 'Whether the pattern matches anywhere in the text. Add ^ and $ to match the whole text.',
    fr: 'Indique si le motif se trouve dans le texte. Ajoutez ^ et $ pour exiger le texte entier.',
    examples: [
      ['matches("Invoice 2026-117", "\\d{4}-\\d+")', true],
      ['matches("INVOICE", "^invoice$", "i")', true],
    ],
    run: (run, value, source, options) => isMatch(run, compiledPattern(run, source, options), value),
  }),
  define('extract', {
    params: [text(), pattern()],
    optional: [group(), flags()],
    en: 'The first match of the pattern: its first group, or the group with this number or name (0 for the whole match).',
    fr: 'La première correspondance du motif : son premier groupe, ou le groupe de ce numéro ou nom (0 pour la correspondance entière).',
    examples: [
      ['extract("Order #815 of today", "#(\\d+)")', '815'],
      ['extract("a=1", "(?<key>\\w)=(?<value>\\w)", "value")', '1'],
      ['extract("nothing", "\\d+") | default("none")', 'none'],
    ],
    run: (run, value, source, group, options) => {
      const program = compiledPattern(run, source, options)
      const match = matchFrom(run, program, value, 0)
      const found = match === undefined ? undefined : groupOf(run, program, value, match, group)
      if (found === undefined) throw foundNothing(run, 'extract')
      return found
    },
  }),
  define('extractAll', {
    params: [text(), pattern()],
    optional: [group(), flags()],
    en: 'All matches of the pattern, as a list.',
    fr: 'Toutes les correspondances du motif, sous forme de liste.',
    examples: [['extractAll("12 and 7", "\\d+")', ['12', '7']]],
    run: (run, value, source, group, options) => {
      const program = compiledPattern(run, source, options)
      return allMatches(run, program, value).map(
        (match) => groupOf(run, program, value, match, group) ?? null,
      )
    },
  }),
  define('replacePattern', {
    params: [text(), pattern(), text('with')],
    optional: [flags()],
    en: 'Replaces all matches of the pattern. $1 or $<name> inserts a group, $0 the whole match.',
    fr: 'Remplace toutes les correspondances du motif. $1 ou $<nom> insère un groupe, $0 la correspondance entière.',
    examples: [['replacePattern("2026-11-15", "(\\d+)-(\\d+)-(\\d+)", "$3/$2/$1")', '15/11/2026']],
    run: (run, value, source, replacement, options) => {
      const program = compiledPattern(run, source, options)
      let [result, from] = ['', 0]
      for (const match of allMatches(run, program, value)) {
        result += value.slice(from, match.from) + fillReplacement(run, program, value, match, replacement)
        from = match.to
      }
      return result + value.slice(from)
    },
  }),
  define('escapePattern', {
    params: [text()],
    en: 'A pattern that matches the text itself, to build a pattern from a value.',
    fr: "Un motif qui correspond au texte lui-même, pour construire un motif à partir d'une valeur.",
    examples: [['escapePattern("a.b (c)")', 'a\\.b \\(c\\)']],
    run: (run, value) => {
      spendText(run, 2 * value.length)
      return escapePattern(value)
    },
  }),
  define('splitPattern', {
    params: [text(), pattern()],
    optional: [flags()],
    en: 'Splits a text at the matches of the pattern.',
    fr: 'Découpe un texte aux correspondances du motif.',
    examples: [['splitPattern("a, b;c", "[,;] *")', ['a', 'b', 'c']]],
    run: (run, value, source, options) => {
      const parts: string[] = []
      let from = 0
      for (const match of allMatches(run, compiledPattern(run, source, options), value)) {
        if (match.to === match.from) continue
        parts.push(value.slice(from, match.from))
        from = match.to
      }
      return [...parts, value.slice(from)]
    },
  }),
]
