import type { Cell } from '../grouping/cells.ts'
import { type Locale, topicName } from '../texts.ts'

/** What a proposed workflow does. Graphs are built from these only, whoever chose one. */
export type Recipe =
  | { kind: 'archive' }
  | { kind: 'file'; folder: string }
  | { kind: 'label'; label: string }
  | { kind: 'notify' }
  /** A reply for review. */
  | { kind: 'draft'; body: string }

const personal = 'folder:'
export const folderName = (key: string) => key.slice(personal.length)

// From here on something is a habit.
const minUnreadShare = 0.7
const minFiledShare = 0.6

/** The folder of their own in which most messages end up. */
export function habitualFolder(cell: Cell): { key: string; share: number } | undefined {
  const [key, n] = [...cell.folders].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0] ?? []
  if (key === undefined || n === undefined || !key.startsWith(personal)) return undefined
  return { key, share: n / cell.volume }
}

/** What the member does by hand already, or has given up doing. */
export function recipeByRules(cell: Cell, locale: Locale): Recipe | undefined {
  const filed = habitualFolder(cell)
  // If not a single one is left in the inbox, a rule on the server moves them.
  if (filed && filed.share >= minFiledShare && filed.share < 1 && !filed.key.includes('{{'))
    return { kind: 'file', folder: filed.key }
  if (cell.signal === 'human') return undefined
  if (cell.unread / cell.volume >= minUnreadShare) return { kind: 'archive' }
  if (cell.signal === 'automated' && cell.topic !== null)
    return { kind: 'label', label: topicName(cell.topic, locale) }
  return undefined
}
