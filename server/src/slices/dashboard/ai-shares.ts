import { memoize } from '../../platform/memoize.ts'

export type Share = { key: string; cost: number; calls: number }

/** Sums by key. */
export function createShares() {
  const byKey = new Map<string, Share>()
  const shareOf = (key: string) => {
    let share = byKey.get(key)
    if (!share) {
      share = { key, cost: 0, calls: 0 }
      byKey.set(key, share)
    }
    return share
  }
  return {
    /** Other measures than costs and calls have no shares. */
    add(key: string, measure: string, n: number) {
      if (measure === 'cost') shareOf(key).cost += n
      else if (measure === 'calls') shareOf(key).calls += n
    },
    addCalls(key: string, { cost, calls }: { cost: number; calls: number }) {
      const share = shareOf(key)
      share.cost += cost
      share.calls += calls
    },
    keys: () => [...byKey.keys()],
    /** The most expensive first. */
    ranked: () =>
      [...byKey.values()]
        .filter(({ calls }) => calls > 0)
        .sort((a, b) => b.cost - a.cost || b.calls - a.calls || (a.key < b.key ? -1 : 1)),
  }
}

export type Shares = ReturnType<typeof createShares>

type Detail = { modelKey: string; purpose: string }

/** A model is known by provider and name. */
export const describeDetail = memoize((detail): Detail => {
  const [provider, model, purpose] = JSON.parse(detail) as [string, string, string]
  return { modelKey: JSON.stringify([provider, model]), purpose }
}, 1_000)
