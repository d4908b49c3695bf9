import { readCallEdges } from './ai-edges.ts'
import { selectNewUsage, type UsageRow } from './ai-figures.store.ts'
import { createShares, describeDetail, type Share } from './ai-shares.ts'
import { type MemberName, selectMemberNames } from './executions-figures.store.ts'
import { completeNames } from './likely-names.ts'
import { amountsOf, createSum } from './read-amounts.ts'
import { defineReading, type Request } from './read-figures.ts'
import { type Day, nameOf, readDays, readDaysBy } from './roll-ups.ts'
import type { Snapshot } from './snapshot.ts'
import type { Piece } from './split-window.ts'
import { type Amount, isCurrent, isPrevious } from './sum-amounts.ts'

// Costs are added as whole billionths of a dollar.
const dollars = (cost: number) => cost / 1e9

const measures = ['calls', 'cost', 'tokensIn', 'tokensOut'] as const
const isMeasure = (name: string): name is (typeof measures)[number] =>
  (measures as readonly string[]).includes(name)

function totalsOf(counted: Amount[], loose: UsageRow[]) {
  const sums = { calls: 0, cost: 0, tokensIn: 0, tokensOut: 0 }
  for (const { measure, n } of counted) if (isMeasure(measure)) sums[measure] += n
  for (const row of loose) for (const measure of measures) sums[measure] += row[measure]
  const { cost, ...others } = sums
  return { costUsd: dollars(cost), ...others }
}

function seriesOf(counted: Amount[], loose: UsageRow[], length: number): number[] {
  const costs = new Array<number>(length).fill(0)
  const add = (bucket: number, cost: number) => {
    costs[bucket] = (costs[bucket] ?? 0) + cost
  }
  for (const { measure, bucket, n } of counted) if (measure === 'cost') add(bucket, n)
  for (const { bucket, cost } of loose) add(bucket, cost)
  return costs.map(dollars)
}

const dayMs = 86_400_000

/**
 * The day of each piece. Of days inside a period, costs are cut where the buckets of the series begin, and of everything
 * else the sums are enough: those are a quarter of the lists.
 */
async function readDaysOf(snapshot: Snapshot, { scope, window }: Request, pieces: Piece[]): Promise<Day[]> {
  const { previousFrom, from, to } = window
  const cutDays = new Set([previousFrom, from, to].map((at) => Math.floor(at / dayMs)))
  const isCut = (day: number) => cutDays.has(day)
  const days = pieces.map(({ day }) => day)
  const cut = await readDays(snapshot, 'ai', scope, days.filter(isCut))
  const inside = await readDays(
    snapshot,
    'ai',
    scope,
    days.filter((day) => !isCut(day)),
    'cost',
  )
  let [nextCut, nextInside] = [0, 0]
  return days.map((day) => (isCut(day) ? cut[nextCut++] : inside[nextInside++]) as Day)
}

async function readByMember(snapshot: Snapshot, request: Request, loose: UsageRow[], known: MemberName[]) {
  const { scope, current } = request
  if (!scope.isOrg) return null
  const by = { source: 'ai' as const, by: 'member' as const, filter: scope, measures: ['calls', 'cost'] }
  const isFiltered = scope.memberId !== null || scope.workflowId !== null || scope.mailboxId !== null
  // What a filter names has few members, and its days are known by member.
  const days = isFiltered
    ? (await readDaysOf(snapshot, request, current)).map(({ sums }) => sums)
    : await readDaysBy(snapshot, by, current)
  const sum = createSum(snapshot.cache)
  for (const [i, piece] of current.entries()) {
    const day = days[i]
    if (day) sum.add(day, piece)
  }
  const byMember = createShares()
  sum.take(({ memberId, measure }, n) => byMember.add(memberId, measure, n))
  for (const row of loose) byMember.addCalls(row.memberId, row)
  const shares = byMember.ranked()
  const members = shares.map(({ key }) => ({ id: key }))
  const names = await completeNames(snapshot.db, members, known, selectMemberNames)
  snapshot.cache.likelyMembers.note(nameOf(scope), members)
  return shares.map(({ key, cost, calls }) => ({
    memberId: key,
    name: names.get(key)?.name ?? '',
    costUsd: dollars(cost),
    calls,
  }))
}

/** The shares of models and of purposes in the window. */
async function readShares(snapshot: Snapshot, request: Request, loose: UsageRow[]) {
  const { current } = request
  const days = await readDaysOf(snapshot, request, current)
  const sum = createSum(snapshot.cache)
  for (const [i, piece] of current.entries()) {
    const day = days[i]
    if (day) sum.add(day.details, piece)
  }
  const byDetail = createShares()
  sum.take(({ detail, measure }, n) => byDetail.add(detail, measure, n))
  for (const row of loose) byDetail.addCalls(row.detail, row)
  const [byModel, byPurpose] = [createShares(), createShares()]
  for (const share of byDetail.ranked()) {
    byModel.addCalls(describeDetail(share.key).modelKey, share)
    byPurpose.addCalls(describeDetail(share.key).purpose, share)
  }
  return { byModel: byModel.ranked(), byPurpose: byPurpose.ranked() }
}

function describeModel({ key, cost, calls }: Share) {
  const [provider = '', model = ''] = JSON.parse(key) as string[]
  return { key: model, label: null, provider, costUsd: dollars(cost), calls }
}

const describePurpose = ({ key, cost, calls }: Share) => ({
  key,
  label: null,
  provider: null,
  costUsd: dollars(cost),
  calls,
})

type Rows = { uncounted: UsageRow[]; names: MemberName[] }

async function readAll(snapshot: Snapshot, request: Request, { uncounted, names }: Rows) {
  const { scope, window, pieces, edges } = request
  const counted = amountsOf(snapshot.cache, await readDaysOf(snapshot, request, pieces), pieces)
  const loose = [...uncounted, ...(await readCallEdges(snapshot, scope, edges))]
  const [countedNow, looseNow] = [counted.filter(isCurrent), loose.filter(isCurrent)]
  const { byModel, byPurpose } = await readShares(snapshot, request, looseNow)
  return {
    current: totalsOf(countedNow, looseNow),
    previous: totalsOf(counted.filter(isPrevious), loose.filter(isPrevious)),
    series: seriesOf(countedNow, looseNow, window.starts.length),
    byModel: byModel.map(describeModel),
    byPurpose: byPurpose.map(describePurpose),
    byMember: await readByMember(snapshot, request, looseNow, names),
  }
}

export const readAi = defineReading({
  sources: ['ai'],
  fresh: ({ scope, window, bounds }, { likelyMembers }) => ({
    uncounted: selectNewUsage(scope, { from: window.previousFrom, to: window.to, bounds }),
    names: selectMemberNames(scope.isOrg ? likelyMembers.of(nameOf(scope)) : []),
  }),
  read: readAll,
})
