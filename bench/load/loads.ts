import { setTimeout as sleep } from 'node:timers/promises'
import { bytesOf, type Call, type Connection, openConnection } from './connection.ts'

type Load = { url: string; clients: number; seconds: number; next(n: number, client: number): Call }
export type LoadResult = {
  accepted: number
  failed: number
  p50: number
  p99: number
  seconds: number
  latencies: number[]
}

const openAll = ({ url, clients }: Load) => Array.from({ length: clients }, () => openConnection(url))

/** The latencies that these shares of all do not exceed, with one decimal. */
export function percentiles(latencies: number[], ...shares: number[]): number[] {
  const sorted = Float64Array.from(latencies).sort()
  return shares.map(
    (share) => Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 10) / 10,
  )
}

function summarise(latencies: number[], failed: number, startedAt: number): LoadResult {
  const [p50, p99] = percentiles(latencies, 0.5, 0.99) as [number, number]
  const seconds = (performance.now() - startedAt) / 1000
  return { accepted: latencies.length - failed, failed, p50, p99, seconds, latencies }
}

/** Every client sends its next request as soon as it has a response. */
export async function callUnpaced(load: Load): Promise<LoadResult> {
  const { seconds, next } = load
  const latencies: number[] = []
  let [failed, n] = [0, 0]
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  const work = async (connection: Connection, client: number) => {
    while (performance.now() < until) {
      const bytes = bytesOf(next(n++, client))
      const at = performance.now()
      if (!(await connection.call(bytes))) failed++
      latencies.push(performance.now() - at)
    }
    connection.close()
  }
  await Promise.all(openAll(load).map(work))
  return summarise(latencies, failed, startedAt)
}

/** Spreads calls evenly over time; a call that waits for a connection is measured from when it was due. */
export async function callPaced(load: Load & { rate: number }): Promise<LoadResult> {
  const { rate, seconds, next } = load
  const latencies: number[] = []
  let [failed, n] = [0, 0]
  const startedAt = performance.now()
  const dueAt = (index: number) => startedAt + (index / rate) * 1000
  const last = rate * seconds
  const work = async (connection: Connection, client: number) => {
    for (let index = n++; index < last; index = n++) {
      const due = dueAt(index)
      const bytes = bytesOf(next(index, client))
      const early = due - performance.now()
      if (early > 0) await sleep(early)
      const at = early > 0 ? performance.now() : due
      if (!(await connection.call(bytes))) failed++
      latencies.push(performance.now() - at)
    }
    connection.close()
  }
  await Promise.all(openAll(load).map(work))
  return summarise(latencies, failed, startedAt)
}
