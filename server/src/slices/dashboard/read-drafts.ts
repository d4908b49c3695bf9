import { type DraftRow, selectDrafts } from './draft-figures.store.ts'
import { defineReading } from './read-figures.ts'
import { isCurrent, isPrevious } from './sum-amounts.ts'

function totalsOf(rows: DraftRow[]) {
  const composed = rows.reduce((sum, row) => sum + row.composed, 0)
  const unsupported = rows.reduce((sum, row) => sum + row.unsupported, 0)
  return { composed, unsupported, share: composed === 0 ? null : unsupported / composed }
}

export const readDrafts = defineReading({
  // Nothing of them is counted.
  sources: [],
  count: async () => undefined,
  fresh: ({ scope, window, bounds }) => ({
    rows: selectDrafts(scope, { from: window.previousFrom, to: window.to, bounds }),
  }),
  describe: async (_snapshot, { window }, _counted, { rows }: { rows: DraftRow[] }) => {
    const series = (measure: 'composed' | 'unsupported') =>
      window.starts.map((_, at) => rows.find(({ bucket }) => bucket === at)?.[measure] ?? 0)
    return {
      current: totalsOf(rows.filter(isCurrent)),
      previous: totalsOf(rows.filter(isPrevious)),
      series: { composed: series('composed'), unsupported: series('unsupported') },
    }
  },
})
