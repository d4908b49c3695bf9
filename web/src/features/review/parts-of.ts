import type { client } from '../../api/client.ts'

export type Statements = Awaited<ReturnType<typeof client.review.statements>>
export type Statement = Statements['statements'][number]

export type Part = { start: number; text: string; index?: number }

/** A text cut at its statements; one that overlaps another is left out. */
export function partsOf(text: string, statements: readonly Pick<Statement, 'start' | 'end'>[]): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const [index, { start, end }] of statements.entries()) {
    if (start < at || end > text.length || end <= start) continue
    if (start > at) parts.push({ start: at, text: text.slice(at, start) })
    parts.push({ start, text: text.slice(start, end), index })
    at = end
  }
  if (at < text.length) parts.push({ start: at, text: text.slice(at) })
  return parts
}
