import { functions, roots } from '@mailwright/contract/workflow-graph/expressions/index'
import type { Locale } from '../../../../lib/words/words.ts'
import { type Scope, shownValue } from './evaluate.ts'

export type Completion = {
  label: string
  /** What it is worth on the chosen mail, or what it does. */
  detail: string
  kind: 'path' | 'function'
  insert: string
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const typed = /(?:(\|)\s*)?([\p{L}_$][\p{L}\p{N}_$?.-]*|)$/u

/** Whether the cursor is inside {{ }}, and where the inside begins. */
function insideFrom(before: string): number | undefined {
  const open = before.lastIndexOf('{{')
  return open >= 0 && before.indexOf('}}', open) < 0 ? open + 2 : undefined
}

function valueAt(scope: Scope, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    scope,
  )
}

const rank = (label: string, start: string) =>
  label.toLowerCase().startsWith(start.toLowerCase())
    ? 0
    : label.toLowerCase().includes(start.toLowerCase())
      ? 1
      : 2

const maxOffered = 12

type Offer = { from: number; options: Completion[] }

/** What may stand at the cursor: fields of the mail and of earlier steps with their values, then functions. */
export function complete(text: string, cursor: number, scope: Scope, locale: Locale): Offer | undefined {
  const before = text.slice(0, cursor)
  const inside = insideFrom(before)
  if (inside === undefined) return undefined
  const [, pipe, word = ''] = typed.exec(before.slice(inside)) ?? []
  const keys = word.replaceAll('?', '').split('.')
  const start = keys.pop() ?? ''
  const from = cursor - start.length
  const paths = pipe ? [] : pathsAt(scope, keys)
  const calls = keys.length > 0 ? [] : callsFor(Boolean(pipe), locale)
  const options = [...paths, ...calls]
    .map((option) => ({ option, rank: rank(option.label, start) }))
    .filter((one) => one.rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxOffered)
    .map(({ option }) => option)
  const isDone = options.length === 1 && options[0]?.label === start
  return options.length > 0 && !isDone ? { from, options } : undefined
}

function pathsAt(scope: Scope, keys: readonly string[]): Completion[] {
  if (keys.length === 0)
    return roots.map((root) => ({
      label: root,
      detail: root === 'now' || !Object.hasOwn(scope, root) ? '' : shortValue(scope[root]),
      kind: 'path',
      insert: root,
    }))
  const value = valueAt(scope, keys)
  if (!isRecord(value)) return []
  return Object.entries(value).map(([label, one]) => ({
    label,
    detail: shortValue(one),
    kind: 'path',
    insert: label,
  }))
}

const callsFor = (isPiped: boolean, locale: Locale): Completion[] =>
  functions.map(({ name, description, required }) => ({
    label: name,
    detail: description[locale],
    kind: 'function',
    insert: isPiped && required <= 1 ? name : `${name}(`,
  }))

function shortValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`
  if (isRecord(value)) return '{…}'
  const text = value === undefined ? '' : shownValue(value).replaceAll(/\s+/g, ' ')
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
