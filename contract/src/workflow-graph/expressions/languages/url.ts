import type { Run } from '../budget.ts'
import { failure } from '../fault.ts'
import { toText } from '../values.ts'
import { type Insert, type Inserts, lastFunction, type TemplatePart } from './language.ts'

const reject = (run: Run, en: string, fr: string) => failure(run.place, 'expression.argument', { en, fr })

const label = /^[\p{L}\p{N}-]+$/u
const host = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?(?::\d{1,5})?$/u

/** A value as part of a host name must not be able to turn it into another host. */
const insertHost =
  (allowed: RegExp): Insert =>
  (run, value) => {
    const text = toText(run, value)
    if (allowed.test(text)) return text
    throw reject(
      run,
      'A value in the host of a URL can only contain letters, digits and hyphens.',
      "Une valeur dans l'hôte d'une URL ne peut contenir que des lettres, des chiffres et des tirets.",
    )
  }

const encode = (text: string) => encodeURIComponent(text.toWellFormed())

/** `.` and `..` stay path segments however they are encoded. */
const insertSegment =
  (write: (text: string) => string): Insert =>
  (run, value) => {
    const text = toText(run, value)
    if (!/^\.{1,2}$/.test(text)) return write(text)
    throw reject(
      run,
      'A value in the path of a URL cannot be "." or "..".',
      "Une valeur dans le chemin d'une URL ne peut pas être « . » ou « .. ».",
    )
  }

const insertQuery: Insert = (run, value) => encode(toText(run, value))

/** Stands for an expression in the text before another one. */
const hole = '\0'

/** Where an expression stands, from the text before it. At the very start it is the base of the URL. */
function placeAfter(before: string): 'base' | 'host' | 'path' | 'query' {
  if (before === '') return 'base'
  const rest = before.startsWith(hole) ? `/${before.slice(1)}` : before.replace(/^[^:/?#\\]*:[/\\]*/, '')
  if (!/[/?#\\]/.test(rest)) return 'host'
  return /[?#]/.test(rest) ? 'query' : 'path'
}

function insertAfter(before: string, next: TemplatePart | undefined, last: string | undefined): Insert {
  const place = placeAfter(before)
  if (last === 'raw' || place === 'base') return toText
  if (place === 'host') {
    const isWhole = /:\/\/$/.test(before) && (next === undefined || /^[/:?#]/.test(String(next)))
    return insertHost(isWhole ? host : label)
  }
  const isEncoded = last === 'urlEncode'
  if (place === 'path') return insertSegment(isEncoded ? String : encode)
  return isEncoded ? toText : insertQuery
}

export function urlInserts(parts: readonly TemplatePart[]): Inserts {
  let before = ''
  return {
    escapesWhole: false,
    parts: parts.map((part, i) => {
      const insert =
        typeof part === 'string' ? undefined : insertAfter(before, parts[i + 1], lastFunction(part))
      before += typeof part === 'string' ? part : hole
      return insert
    }),
  }
}
