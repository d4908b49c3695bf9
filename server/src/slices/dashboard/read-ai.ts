import { readCallEdges } from './ai-edges.ts'
import { selectNewUsage, type UsageRow } from './ai-figures.store.ts'
import { createShares, describeDetail, type Share, type Shares } from './ai-shares.ts'
import { completeNames } from './complete-names.ts'
import type { DayTotals } from './day-totals.ts'
import { type MemberName, selectMemberNames } from './executions-figures.store.ts'
import { amountsOf, createSum } from './read-amounts.ts'
import { defineReading, type Request } from './read-figures.ts'
import { type Day, readDays, readDaysBy } from './roll-ups.ts'
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
  const insideDays = days.filter((day) => !isCut(day))
  const [cut, inside] = await Promise.all([
    readDays(snapshot, 'ai', scope, days.filter(isCut)),
    readDays(snapshot, 'ai', scope, insideDays, 'cost'),
  ])
  let [nextCut, nextInside] = [0, 0]
  return days.map((day) => (isCut(day) ? cut[nextCut++] : inside[nextInside++]) as Day)
}

/** By member, for each piece of the window; null if the caller asks for their own. */
async function readMemberDays(snapshot: Snapshot, request: Request): Promise<DayTotals[] | null> {
  const { scope, current } = request
  if (!scope.isOrg) return null
  const by = { source: 'ai' as const, by: 'member' as const, filter: scope, measures: ['calls', 'cost'] }
  const isFiltered = scope.memberId !== null || scope.workflowId !== null || scope.mailboxId !== null
  // What a filter names has few members, and its days are known by member.
  return isFiltered
    ? (await readDaysOf(snapshot, request, current)).map(({ sums }) => sums)
    : readDaysBy(snapshot, by, current)
}

/** The shares of whatever the amounts and calls of the window are about. */
function sharesOf(
  { cache }: Snapshot,
  { current }: Request,
  days: DayTotals[],
  loose: UsageRow[],
  about: 'memberId' | 'detail',
): Shares {
  const sum = createSum(cache)
  for (const [i, piece] of current.entries()) {
    const day = days[i]
    if (day) sum.add(day, piece)
  }
  const shares = createShares()
  sum.take((subject, n) => shares.add(subject[about], subject.measure, n))
  for (const row of loose) shares.addCalls(row[about], row)
  return shares
}

async function describeMembers({ db }: Snapshot, shares: Share[], known: MemberName[]) {
  const members = shares.map(({ key }) => ({ id: key }))
  const names = await completeNames(db, members, known, (missing) =>
    selectMemberNames(missing.map(({ id }) => id)),
  )
  return shares.map(({ key, cost, calls }) => ({
    memberId: key,
    name: names.get(key)?.name ?? '',
    costUsd: dollars(cost),
    calls,
  }))
}

/** The shares of models and of purposes. */
function splitShares(byDetail: Shares) {
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

async function countAll(snapshot: Snapshot, request: Request) {
  const { scope, pieces, current, edges } = request
  const [days, currentDays, memberDays, loose] = await Promise.all([
    readDaysOf(snapshot, request, pieces),
    readDaysOf(snapshot, request, current),
    readMemberDays(snapshot, request),
    readCallEdges(snapshot, scope, edges),
  ])
  const looseNow = loose.filter(isCurrent)
  const details = currentDays.map((day) => day.details)
  return {
    amounts: amountsOf(snapshot.cache, days, pieces),
    loose,
    byDetail: sharesOf(snapshot, request, details, looseNow, 'detail'),
    byMember: memberDays && sharesOf(snapshot, request, memberDays, looseNow, 'memberId'),
  }
}

async function describeAll(
  snapshot: Snapshot,
  { window }: Request,
  { amounts, byDetail, byMember, ...counted }: Awaited<ReturnType<typeof countAll>>,
  { uncounted, names }: Rows,
) {
  const loose = [...uncounted, ...counted.loose]
  const [amountsNow, looseNow] = [amounts.filter(isCurrent), loose.filter(isCurrent)]
  for (const row of uncounted.filter(isCurrent)) {
    byDetail.addCalls(row.detail, row)
    byMember?.addCalls(row.memberId, row)
  }
  const { byModel, byPurpose } = splitShares(byDetail)
  return {
    current: totalsOf(amountsNow, looseNow),
    previous: totalsOf(amounts.filter(isPrevious), loose.filter(isPrevious)),
    series: seriesOf(amountsNow, looseNow, window.starts.length),
    byModel: byModel.map(describeModel),
    byPurpose: byPurpose.map(describePurpose),
    byMember: byMember && (await describeMembers(snapshot, byMember.ranked(), names)),
  }
}

export const readAi = defineReading({
  sources: ['ai'],
  count: countAll,
  fresh: ({ scope, window, bounds }, { byMember }) => ({
    uncounted: selectNewUsage(scope, { from: window.previousFrom, to: window.to, bounds }),
    names: selectMemberNames(byMember?.keys() ?? []),
  }),
  describe: (snapshot, request, counted, rows: Rows) => describeAll(snapshot, request, counted, rows),
})
