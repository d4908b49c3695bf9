import type { Locale } from '../../../lib/words/words.ts'
import type { Changes } from '../row-acts.ts'
import type { Column, TableRow } from '../tables.queries.ts'
import { type Problem, readText } from './cells.ts'

type Values = TableRow['values']

type PasteProblem = { line: number; column: string; text: string; problem: Problem }
export type PastePlan = {
  changes: Required<Pick<Changes, 'update' | 'insert'>>
  /** What the changes replace. */
  old: { id: string; values: Values }[]
  problems: PasteProblem[]
}

type Pasted = {
  cells: readonly (readonly string[])[]
  /** The columns from the one that was pasted into. */
  columns: readonly Column[]
  /** The rows that are there; below the last one new rows are added. */
  rows: readonly (TableRow | undefined)[]
  locale: Locale
}

/** What pasting cells changes. Values that do not fit are left out and reported by line. */
export function planPaste({ cells, columns, rows, locale }: Pasted): PastePlan {
  const plan: PastePlan = { changes: { update: [], insert: [] }, old: [], problems: [] }
  cells.forEach((line, at) => {
    const values: Values = {}
    line.slice(0, columns.length).forEach((text, index) => {
      const column = columns[index]
      if (!column) return
      const reading = readText(text, column, locale)
      if ('value' in reading) values[column.key] = reading.value
      else plan.problems.push({ line: at + 1, column: column.label, text, problem: reading.problem })
    })
    const row = rows[at]
    if (Object.keys(values).length === 0) return
    if (!row) plan.changes.insert.push({ values })
    else {
      plan.changes.update.push({ id: row.id, values })
      const before = Object.keys(values).map((key) => [key, row.values[key] ?? null])
      plan.old.push({ id: row.id, values: Object.fromEntries(before) })
    }
  })
  return plan
}
