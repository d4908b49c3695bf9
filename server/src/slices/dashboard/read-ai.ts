import { selectLooseUsage, type UsageRow } from './ai-figures.store.ts'
import { findMemberNames } from './executions-figures.store.ts'
import { addAmountsBy, readAmounts } from './read-amounts.ts'
import { defineReading, type Request } from './read-figures.ts'
import type { Snapshot } from './roll-ups.ts'
import { type Amount, isCurrent, isPrevious, seriesOf, sumOf } from './sum-amounts.ts'

// Costs are added as whole billionths of a dollar.
const dollars = (cost: number) => cost / 1e9
const is = (wanted: string) => (measure: string) => measure === wanted

const measures = ['calls', 'cost', 'tokensIn', 'tokensOut'] as const
const amountsOf = ({ bucket, detail, ...row }: UsageRow) =>
  measures.map((measure) => ({ measure, bucket, detail, n: row[measure] }))

const totalsOf = (rows: Amount[]) => ({
  costUsd: dollars(sumOf(rows, is('cost'))),
  calls: sumOf(rows, is('calls')),
  tokensIn: sumOf(rows, is('tokensIn')),
  tokensOut: sumOf(rows, is('tokensOut')),
})

type Share = { key: string; cost: number; calls: number }

/** Sums by key; the most expensive first. */
function sharesOf(rows: { key: string; measure: string; n: number }[]): Share[] {
  const byKey = new Map<string, Share>()
  for (const { key, measure, n } of rows) {
    const known = byKey.get(key) ?? { key, cost: 0, calls: 0 }
    if (measure === 'cost') known.cost += n
    if (measure === 'calls') known.calls += n
    byKey.set(key, known)
  }
  return [...byKey.values()]
    .filter(({ calls }) => calls > 0)
    .sort((a, b) => b.cost - a.cost || b.calls - a.calls || (a.key < b.key ? -1 : 1))
}

async function readByMember(snapshot: Snapshot, { scope, current }: Request, loose: UsageRow[]) {
  if (!scope.isOrg) return null
  const counted: { key: string; measure: string; n: number }[] = []
  await addAmountsBy(
    snapshot,
    { source: 'ai', by: 'member', filter: scope, measures: ['calls', 'cost'] },
    current,
    ({ memberId, measure }, n) => counted.push({ key: memberId, measure, n }),
  )
  const shares = sharesOf([
    ...counted,
    ...loose.flatMap((row) => amountsOf(row).map((amount) => ({ key: row.memberId, ...amount }))),
  ])
  const members = await findMemberNames(
    snapshot.db,
    shares.map(({ key }) => key),
  )
  const names = new Map(members.map(({ memberId, name }) => [memberId, name]))
  return shares.map(({ key, cost, calls }) => ({
    memberId: key,
    name: names.get(key) ?? '',
    costUsd: dollars(cost),
    calls,
  }))
}

const readDetail = (detail: string) =>
  JSON.parse(detail) as [provider: string, model: string, purpose: string]

/** A model is known by provider and name. */
const modelOf = (detail: string) => JSON.stringify(readDetail(detail).slice(0, 2))
const purposeOf = (detail: string) => readDetail(detail)[2]

function describeModel({ key, cost, calls }: Share) {
  const [provider, model] = readDetail(key)
  return { key: model, label: null, provider, costUsd: dollars(cost), calls }
}

const describePurpose = ({ key, cost, calls }: Share) => ({
  key,
  label: null,
  provider: null,
  costUsd: dollars(cost),
  calls,
})

async function readAll(snapshot: Snapshot, request: Request, { loose }: { loose: UsageRow[] }) {
  const { scope, window, pieces } = request
  const rows = [...(await readAmounts(snapshot, 'ai', scope, pieces)), ...loose.flatMap(amountsOf)]
  const now = rows.filter(isCurrent)
  const sharesBy = (keyOf: (detail: string) => string) => {
    const keys = new Map<string, string>()
    const known = (detail: string) => {
      const key = keys.get(detail) ?? keyOf(detail)
      keys.set(detail, key)
      return key
    }
    return sharesOf(now.map(({ detail, measure, n }) => ({ key: known(detail), measure, n })))
  }
  return {
    current: totalsOf(now),
    previous: totalsOf(rows.filter(isPrevious)),
    series: seriesOf(rows, window.starts.length, is('cost')).map(dollars),
    byModel: sharesBy(modelOf).map(describeModel),
    byPurpose: sharesBy(purposeOf).map(describePurpose),
    byMember: await readByMember(snapshot, request, loose.filter(isCurrent)),
  }
}

export const readAi = defineReading({
  sources: ['ai'],
  fresh: ({ scope, window, bounds, edges }) => ({
    loose: selectLooseUsage(scope, { from: window.previousFrom, to: window.to, bounds, edges }),
  }),
  read: readAll,
})
