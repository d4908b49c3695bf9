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
const maxKnown = 1_000
const known = new Map<string, Detail>()

/** A model is known by provider and name. */
export function describeDetail(detail: string): Detail {
  const found = known.get(detail)
  if (found) return found
  const [provider, model, purpose] = JSON.parse(detail) as [string, string, string]
  const described = { modelKey: JSON.stringify([provider, model]), purpose }
  if (known.size >= maxKnown) known.clear()
  known.set(detail, described)
  return described
}
