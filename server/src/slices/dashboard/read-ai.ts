import type { Database, Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { findLooseUsage, type UsageRow } from './ai-figures.store.ts'
import { findMemberNames } from './executions-figures.store.ts'
import { type Amount, findAmounts, findAmountsBy, type Progress, useKnownPlans } from './figures.store.ts'
import { type Request, readFigures } from './read-figures.ts'
import type { Query } from './read-scope.ts'
import { isCurrent, isPrevious, seriesOf, sumOf } from './sum-amounts.ts'

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
    byKey.set(key, {
      key,
      cost: known.cost + (measure === 'cost' ? n : 0),
      calls: known.calls + (measure === 'calls' ? n : 0),
    })
  }
  return [...byKey.values()]
    .filter(({ calls }) => calls > 0)
    .sort((a, b) => b.cost - a.cost || b.calls - a.calls || (a.key < b.key ? -1 : 1))
}

async function readByMember(db: Db, { scope, current }: Request, loose: UsageRow[]) {
  if (!scope.isOrg) return null
  const counted = await findAmountsBy(db, { source: 'ai', by: 'member', filter: scope }, current)
  const shares = sharesOf([
    ...counted.map(({ id, measure, n }) => ({ key: id, measure, n })),
    ...loose.flatMap((row) => amountsOf(row).map((amount) => ({ key: row.memberId, ...amount }))),
  ])
  const members = await findMemberNames(
    db,
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

async function readAll(db: Db, request: Request, progress: Progress) {
  const { scope, window, bounds, pieces, edges, current } = request
  const range = { from: window.previousFrom, to: window.to, bounds, edges }
  const loose = await findLooseUsage(db, scope, progress, range)
  await useKnownPlans(db)
  const rows = [...(await findAmounts(db, 'ai', scope, pieces)), ...loose.flatMap(amountsOf)]
  const looseNow = loose.filter(isCurrent)
  const details = [...(await findAmounts(db, 'ai-detail', scope, current)), ...looseNow.flatMap(amountsOf)]
  const sharesBy = (keyOf: (detail: string) => string) =>
    sharesOf(details.map(({ detail, measure, n }) => ({ key: keyOf(detail), measure, n })))
  return {
    current: totalsOf(rows.filter(isCurrent)),
    previous: totalsOf(rows.filter(isPrevious)),
    series: seriesOf(rows, window.starts.length, is('cost')).map(dollars),
    byModel: sharesBy(modelOf).map(describeModel),
    byPurpose: sharesBy(purposeOf).map(describePurpose),
    byMember: await readByMember(db, request, looseNow),
  }
}

export const readAi = (database: Database, caller: Caller, query: Query) =>
  readFigures(database, caller, query, 'ai', readAll)
