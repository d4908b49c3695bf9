import type { Run } from '../budget.ts'
import { escapeHtml } from '../escape-html.ts'
import { toText } from '../values.ts'
import { type HtmlPlace, htmlPlaces } from './html-place.ts'
import { type Insert, type Inserts, lastFunction, type TemplatePart } from './language.ts'

const safeScheme = /^\s*(?:https?:|mailto:|tel:|cid:)/i

/** In a link, a value with another scheme becomes a relative address, which leads nowhere in a mail. */
const neutralLink = (text: string) => (safeScheme.test(text) ? text : text.replaceAll(':', '%3A'))

/** Keeps words, numbers, units and colours: CSS has no escape that holds in every place. */
const plainStyle = (text: string) => text.replace(/[^\p{L}\p{N}\s#.,%-]/gu, '')

const filters: Record<HtmlPlace['kind'], (text: string) => string> = {
  text: (text) => text,
  attribute: (text) => text,
  link: neutralLink,
  style: plainStyle,
}

/** Without quotation marks a space or `=` would start another attribute. */
const escapeUnquoted = (text: string) =>
  text.replace(/[^\p{L}\p{N}]/gu, (sign) => `&#${sign.codePointAt(0)};`)

const insertInto = ({ kind, isUnquoted }: HtmlPlace): Insert => {
  const escaped = isUnquoted ? escapeUnquoted : escapeHtml
  return (run, value) => escaped(filters[kind](toText(run, value)))
}

/** `raw` HTML is sanitised; without a sanitiser, as in an editor, it is escaped like any value. */
const insertRaw: Insert = (run: Run, value) => (run.sanitiseHtml ?? escapeHtml)(toText(run, value))

function insertOf(place: HtmlPlace, last: string | undefined): Insert {
  if (place.kind === 'text' && last === 'raw') return insertRaw
  const isEscaped =
    last === 'escapeHtml' && !place.isUnquoted && (place.kind === 'text' || place.kind === 'attribute')
  return isEscaped ? toText : insertInto(place)
}

export function htmlInserts(parts: readonly TemplatePart[]): Inserts {
  const places = htmlPlaces(parts.map((part) => (typeof part === 'string' ? part : undefined)))
  return {
    escapesWhole: true,
    parts: parts.map((part, i) => {
      const place = places[i]
      return typeof part === 'string' || !place ? undefined : insertOf(place, lastFunction(part))
    }),
  }
}
