import { type CallRow, findCalls, type UsageRow } from './ai-figures.store.ts'
import type { FigureCache } from './figure-cache.ts'
import type { Filter } from './figures.store.ts'
import { createNumberList, type Numbers } from './number-list.ts'
import { nameOf } from './roll-ups.ts'
import { readTimes, type Snapshot } from './snapshot.ts'
import type { Edge } from './split-window.ts'

const quarterMs = 900_000
const quartersPerHour = 4

/** The calls of a quarter of an hour: whose and what for, and milliseconds since it began. */
type Calls = { numbers: Numbers; at: Numbers; cost: Numbers; tokensIn: Numbers; tokensOut: Numbers }

function packCalls({ numberOf }: FigureCache, rows: CallRow[]): Calls {
  const pack = (numberIn: (row: CallRow) => number) => {
    const list = createNumberList()
    for (const row of rows) list.push(numberIn(row))
    return list.pack()
  }
  return {
    numbers: pack(({ memberId, detail }) => numberOf({ subject: '', memberId, measure: '', detail })),
    at: pack(({ offset }) => offset),
    cost: pack((row) => row.cost),
    tokensIn: pack((row) => row.tokensIn),
    tokensOut: pack((row) => row.tokensOut),
  }
}

const bytesOf = ({ numbers, at, cost, tokensIn, tokensOut }: Calls) =>
  numbers.byteLength + at.byteLength + cost.byteLength + tokensIn.byteLength + tokensOut.byteLength

const noCalls: Calls = {
  numbers: new Uint8Array(),
  at: new Uint8Array(),
  cost: new Uint8Array(),
  tokensIn: new Uint8Array(),
  tokensOut: new Uint8Array(),
}

const quarterOf = ({ hour, from }: Edge) => hour * quartersPerHour + Math.floor(from / quarterMs)

function sumCalls({ subjects }: FigureCache, calls: Calls, { from, to, bucket }: Edge): UsageRow[] {
  const start = Math.floor(from / quarterMs) * quarterMs
  const byNumber = new Map<number, UsageRow>()
  for (let i = 0; i < calls.at.length; i++) {
    const time = start + (calls.at[i] as number)
    if (time < from || time >= to) continue
    const number = calls.numbers[i] as number
    let row = byNumber.get(number)
    if (!row) {
      const { memberId = '', detail = '' } = subjects[number] ?? {}
      row = { memberId, detail, bucket, calls: 0, cost: 0, tokensIn: 0, tokensOut: 0 }
      byNumber.set(number, row)
    }
    row.calls++
    row.cost += calls.cost[i] as number
    row.tokensIn += calls.tokensIn[i] as number
    row.tokensOut += calls.tokensOut[i] as number
  }
  return [...byNumber.values()]
}

/** What is counted in parts of a quarter of an hour, by bucket. */
export async function readCallEdges(
  s: Snapshot,
  filter: Filter,
  edges: readonly Edge[],
): Promise<UsageRow[]> {
  const found = await readTimes<Calls>(s, {
    source: 'ai',
    what: `calls ${nameOf(filter)}`,
    times: edges.map(quarterOf),
    timesPerDay: 24 * quartersPerHour,
    empty: noCalls,
    find: async (missing) => {
      const byQuarter = Map.groupBy(await findCalls(s.db, filter, missing), ({ quarter }) => quarter)
      return missing.map((quarter) => packCalls(s.cache, byQuarter.get(quarter) ?? []))
    },
    bytesOf,
  })
  return edges.flatMap((edge, i) => sumCalls(s.cache, found[i] as Calls, edge))
}
