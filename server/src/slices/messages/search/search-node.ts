import type { Weight } from './search-vector.ts'

/** The syntax tree of a query. */
export type SearchNode =
  | { kind: 'and' | 'or'; parts: SearchNode[] }
  | { kind: 'not'; part: SearchNode }
  /** Consecutive words; with `prefix` the last one is the beginning of a word. */
  | { kind: 'text'; words: string[]; prefix: boolean; weights: readonly Weight[] }
  | { kind: 'flag'; column: 'seen' | 'flagged' | 'attachments'; value: boolean }
  /** The key or the name of a folder. */
  | { kind: 'folder'; name: string }
  | { kind: 'date'; side: 'before' | 'after'; at: string }
  | { kind: 'size'; side: 'larger' | 'smaller'; bytes: number }

export const isText = (node: SearchNode): boolean => {
  if (node.kind === 'text') return true
  if (node.kind === 'not') return isText(node.part)
  return (node.kind === 'and' || node.kind === 'or') && node.parts.every(isText)
}

/** The folders that a query refers to. */
export function foldersIn(node: SearchNode): string[] {
  if (node.kind === 'folder') return [node.name]
  if (node.kind === 'not') return foldersIn(node.part)
  return node.kind === 'and' || node.kind === 'or' ? node.parts.flatMap(foldersIn) : []
}
