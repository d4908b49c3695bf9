import type { Caller } from '../../platform/http/call.ts'
import { type DraftRow, findDrafts } from './draft-figures.store.ts'
import { type FigureDeps, readFigures } from './read-figures.ts'
import type { Query } from './read-scope.ts'
import { isCurrent, isPrevious } from './sum-amounts.ts'

function totalsOf(rows: DraftRow[]) {
  const composed = rows.reduce((sum, row) => sum + row.composed, 0)
  const unsupported = rows.reduce((sum, row) => sum + row.unsupported, 0)
  return { composed, unsupported, share: composed === 0 ? null : unsupported / composed }
}

export const readDrafts = (deps: FigureDeps, caller: Caller, query: Query) =>
  readFigures(deps, caller, query, ['ai'], async ({ db }, { scope, window, bounds }) => {
    const rows = await findDrafts(db, scope, { from: window.previousFrom, to: window.to, bounds })
    const series = (measure: 'composed' | 'unsupported') =>
      window.starts.map((_, at) => rows.find(({ bucket }) => bucket === at)?.[measure] ?? 0)
    return {
      current: totalsOf(rows.filter(isCurrent)),
      previous: totalsOf(rows.filter(isPrevious)),
      series: { composed: series('composed'), unsupported: series('unsupported') },
    }
  })
