import {
  boolean,
  choice,
  integer,
  object,
  optional,
  type Static,
  text,
  union,
} from '@mailwright/contract/schema'
import { withoutQuotes, withoutSignature } from '@mailwright/contract/workflow-graph/reply-text'
import { permanent } from '../../engine/define-node.ts'
import { htmlToText } from '../../platform/text/html-to-text.ts'
import { findPattern } from '../text/find-pattern.ts'

export const maxText = 500_000

export const TextOperation = union(
  object({ kind: choice('html_to_text', 'strip_quotes', 'strip_signature') }),
  object({
    kind: choice('extract'),
    pattern: text(1, 1000, { format: 'text-pattern' }),
    exact: optional(boolean()),
  }),
  object({ kind: choice('template'), template: text(1, 20_000) }),
  object({ kind: choice('truncate'), length: integer(1, maxText) }),
  object({ kind: choice('replace'), find: text(1, 1000), replaceWith: text(0, 5000) }),
)
export type TextOperation = Static<typeof TextOperation>

/** `matches` is set after an `extract` operation. */
export type TextState = { text: string; matches?: string[] }

const maxMatches = 1_000

/** Cuts at the end of a word if one is near, and never inside a surrogate pair. */
function truncate(full: string, length: number): string {
  if (full.length <= length) return full
  const cut = full.slice(0, Math.max(0, length - 1))
  const space = cut.lastIndexOf(' ')
  const kept = space > length / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '')
  return `${kept.trimEnd()}…`
}

/** A replacement can multiply the size of a text, so the size is checked before it is built. */
function replaceAll(full: string, find: string, replaceWith: string): string {
  const parts = full.split(find)
  const size = full.length + (parts.length - 1) * (replaceWith.length - find.length)
  if (size <= maxText) return parts.join(replaceWith)
  throw permanent('text.too_long', `The text would be longer than ${maxText} characters.`)
}

export function applyOperation(state: TextState, operation: TextOperation): TextState {
  const { text: full } = state
  switch (operation.kind) {
    case 'html_to_text':
      return { ...state, text: htmlToText(full) }
    case 'strip_quotes':
      return { ...state, text: withoutQuotes(full) }
    case 'strip_signature':
      return { ...state, text: withoutSignature(full) }
    case 'extract': {
      const matches = findPattern(full, operation.pattern, operation.exact ? '' : 'i').slice(0, maxMatches)
      return { text: matches[0] ?? '', matches }
    }
    case 'template':
      return { ...state, text: replaceAll(operation.template, '{text}', full) }
    case 'truncate':
      return { ...state, text: truncate(full, operation.length) }
    case 'replace':
      return { ...state, text: replaceAll(full, operation.find, operation.replaceWith) }
  }
}
