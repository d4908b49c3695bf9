import { failure, type Place, type Text } from '../fault.ts'
import { escapedParts, type Part, propertyParts } from './characters.ts'

// The subset: characters, . [sets] \d \w \s \b \p{L}, groups ( ) (?: ) (?<name> ), | alternatives, * + ? {n,m} and
// their lazy forms, ^ $, flags i m s, also as a leading (?i). No backreferences and no lookaround: they prevent
// linear-time matching.

export type PatternNode =
  | { kind: 'character'; code: number }
  | { kind: 'any' }
  | { kind: 'set'; parts: Part[]; isNot: boolean }
  | { kind: 'assert'; what: 'start' | 'end' | 'edge' | 'notEdge' }
  | { kind: 'group'; index: number; node: PatternNode }
  | { kind: 'sequence'; nodes: PatternNode[] }
  | { kind: 'either'; nodes: PatternNode[] }
  | { kind: 'repeat'; node: PatternNode; min: number; max: number; isLazy: boolean }

export type PatternTree = { node: PatternNode; names: (string | undefined)[]; flags: string }

export const patternLimits = { source: 1_000, depth: 50, groups: 20, repeat: 1_000, program: 2_500 }

type Reader = { source: string; at: number; depth: number; names: (string | undefined)[]; place: Place }

export const patternFault = (place: Place, en: string, fr: string) => {
  const message: Text = { en: `Invalid pattern: ${en}.`, fr: `Motif non valide : ${fr}.` }
  return failure(place, 'expression.pattern', message)
}

const fail = (r: Reader, en: string, fr: string) => patternFault(r.place, en, fr)
const peek = (r: Reader) => r.source[r.at]

function takeText(r: Reader, text: string): boolean {
  if (!r.source.startsWith(text, r.at)) return false
  r.at += text.length
  return true
}

function takeMatch(r: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = r.at
  const found = pattern.exec(r.source)
  if (found !== null) r.at += found[0].length
  return found
}

function takeCode(r: Reader): number {
  const code = r.source.codePointAt(r.at)
  if (code === undefined) throw fail(r, 'it is incomplete', 'il est incomplet')
  r.at += code > 0xffff ? 2 : 1
  return code
}

const controls: Record<string, number> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 }

/** After a backslash: a character set or a single character. */
function parseEscape(r: Reader): Part[] | number {
  const property = takeMatch(r, /([pP])\{(\w{1,8})\}/y)
  if (property !== null) {
    const parts = propertyParts(property[2] ?? '', property[1] === 'P')
    if (parts === undefined) throw fail(r, `\\${property[0]} is unknown`, `\\${property[0]} est inconnu`)
    return parts
  }
  const hex = takeMatch(r, /(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/y)
  if (hex !== null) return Number.parseInt(hex[1] ?? hex[2] ?? '', 16)
  const sign = String.fromCodePoint(takeCode(r))
  const parts = Object.hasOwn(escapedParts, sign) ? escapedParts[sign] : undefined
  if (parts !== undefined) return parts
  const control = Object.hasOwn(controls, sign) ? controls[sign] : undefined
  if (control !== undefined) return control
  if (/[1-9k]/.test(sign))
    throw fail(
      r,
      `backreferences (\\${sign}) are not supported`,
      `les références arrière (\\${sign}) ne sont pas prises en charge`,
    )
  if (/[a-zA-Z]/.test(sign)) throw fail(r, `\\${sign} is unknown`, `\\${sign} est inconnu`)
  return sign.codePointAt(0) ?? 0
}

function parseSetItem(r: Reader): Part[] | number {
  return takeText(r, '\\') ? (takeText(r, 'b') ? 8 : parseEscape(r)) : takeCode(r)
}

function parseSet(r: Reader): PatternNode {
  const isNot = takeText(r, '^')
  const parts: Part[] = []
  while (!takeText(r, ']')) {
    const from = parseSetItem(r)
    if (typeof from !== 'number') {
      parts.push(...from)
      continue
    }
    const isRange = peek(r) === '-' && r.source[r.at + 1] !== ']' && r.at + 1 < r.source.length
    if (isRange) r.at++
    const to = isRange ? parseSetItem(r) : from
    if (typeof to !== 'number' || to < from)
      throw fail(r, 'a range in [ ] is out of order', 'un intervalle dans [ ] est inversé')
    parts.push({ from, to })
  }
  return { kind: 'set', parts, isNot }
}

function parseGroup(r: Reader): PatternNode {
  if (r.depth >= patternLimits.depth)
    throw fail(r, 'groups are nested too deeply', 'il y a trop de niveaux de groupes')
  const isPlain = takeText(r, '?:')
  const name = isPlain ? null : takeMatch(r, /\?<([A-Za-z_]\w{0,63})>/y)
  if (!isPlain && name === null && peek(r) === '?')
    throw fail(
      r,
      'lookahead and lookbehind are not supported',
      'les assertions avant et arrière (lookaround) ne sont pas prises en charge',
    )
  const index = isPlain ? 0 : r.names.push(name?.[1])
  if (index > patternLimits.groups) throw fail(r, 'it has too many groups', 'il contient trop de groupes')
  r.depth++
  const node = parseEither(r)
  r.depth--
  if (!takeText(r, ')')) throw fail(r, 'a ) is missing', 'il manque une )')
  return isPlain ? node : { kind: 'group', index, node }
}

function parseAtom(r: Reader): PatternNode {
  if (takeText(r, '(')) return parseGroup(r)
  if (takeText(r, '[')) return parseSet(r)
  if (takeText(r, '.')) return { kind: 'any' }
  if (takeText(r, '^')) return { kind: 'assert', what: 'start' }
  if (takeText(r, '$')) return { kind: 'assert', what: 'end' }
  if (takeText(r, '\\b')) return { kind: 'assert', what: 'edge' }
  if (takeText(r, '\\B')) return { kind: 'assert', what: 'notEdge' }
  if (takeText(r, '\\')) {
    const found = parseEscape(r)
    return typeof found === 'number'
      ? { kind: 'character', code: found }
      : { kind: 'set', parts: found, isNot: false }
  }
  if (/[*+?]/.test(peek(r) ?? ''))
    throw fail(r, `there is nothing to repeat before ${peek(r)}`, `il n'y a rien à répéter avant ${peek(r)}`)
  return { kind: 'character', code: takeCode(r) }
}

function parseCount(r: Reader): [min: number, max: number] | undefined {
  if (takeText(r, '*')) return [0, Number.POSITIVE_INFINITY]
  if (takeText(r, '+')) return [1, Number.POSITIVE_INFINITY]
  if (takeText(r, '?')) return [0, 1]
  const found = takeMatch(r, /\{(\d{1,9})(,)?(\d{1,9})?\}/y)
  if (found === null) return undefined
  const min = Number(found[1])
  const max = found[2] === undefined ? min : Number(found[3] ?? Number.POSITIVE_INFINITY)
  const isTooMany =
    min > patternLimits.repeat || (max !== Number.POSITIVE_INFINITY && max > patternLimits.repeat)
  if (isTooMany) throw fail(r, 'it has too many repetitions', 'il contient trop de répétitions')
  if (max < min) throw fail(r, `${found[0]} is out of order`, `${found[0]} est inversé`)
  return [min, max]
}

function parseSequence(r: Reader): PatternNode {
  const nodes: PatternNode[] = []
  while (r.at < r.source.length && peek(r) !== '|' && peek(r) !== ')') {
    const node = parseAtom(r)
    const count = parseCount(r)
    if (count === undefined) nodes.push(node)
    else nodes.push({ kind: 'repeat', node, min: count[0], max: count[1], isLazy: takeText(r, '?') })
  }
  return { kind: 'sequence', nodes }
}

function parseEither(r: Reader): PatternNode {
  const nodes = [parseSequence(r)]
  while (takeText(r, '|')) nodes.push(parseSequence(r))
  return { kind: 'either', nodes }
}

/** Throws an `expression.pattern` fault at `place`. */
export function parsePattern(source: string, place: Place): PatternTree {
  const r: Reader = { source, at: 0, depth: 0, names: [], place }
  if (source.length > patternLimits.source) throw fail(r, 'it is too long', 'il est trop long')
  const flags = takeMatch(r, /\(\?([ims]{1,3})\)/y)?.[1] ?? ''
  const node = parseEither(r)
  if (r.at < source.length) throw fail(r, 'a ( is missing', 'il manque une (')
  return { node, names: r.names, flags }
}
