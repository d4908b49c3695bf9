import { setTimeout as sleep } from 'node:timers/promises'
import { bytesOf, type Call, type Connection, openConnection } from './connection.ts'

type Load = { url: string; clients: number; seconds: number; next(n: number): Call }
export type Loaded = { accepted: number; failed: number; p50: number; p99: number; seconds: number }

const openAll = ({ url, clients }: Load) => Array.from({ length: clients }, () => openConnection(url))

function sumUp(took: number[], failed: number, began: number): Loaded {
  const sorted = Float64Array.from(took).sort()
  const at = (share: number) =>
    Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 10) / 10
  const seconds = (performance.now() - began) / 1000
  return { accepted: took.length - failed, failed, p50: at(0.5), p99: at(0.99), seconds }
}

/** Every client calls again as soon as it has its answer. */
export async function callWithoutPause(load: Load): Promise<Loaded> {
  const { seconds, next } = load
  const took: number[] = []
  let [failed, n] = [0, 0]
  const began = performance.now()
  const until = began + seconds * 1000
  const work = async (connection: Connection) => {
    while (performance.now() < until) {
      const bytes = bytesOf(next(n++))
      const at = performance.now()
      if (!(await connection.call(bytes))) failed++
      took.push(performance.now() - at)
    }
    connection.close()
  }
  await Promise.all(openAll(load).map(work))
  return sumUp(took, failed, began)
}

/** Calls evenly over time; a call that must wait for a connection counts from when it was due. */
export async function callPaced(load: Load & { rate: number }): Promise<Loaded> {
  const { rate, seconds, next } = load
  const took: number[] = []
  let [failed, n] = [0, 0]
  const began = performance.now()
  const dueAt = (nr: number) => began + (nr / rate) * 1000
  const last = rate * seconds
  const work = async (connection: Connection) => {
    for (let nr = n++; nr < last; nr = n++) {
      const due = dueAt(nr)
      const bytes = bytesOf(next(nr))
      const early = due - performance.now()
      if (early > 0) await sleep(early)
      const at = early > 0 ? performance.now() : due
      if (!(await connection.call(bytes))) failed++
      took.push(performance.now() - at)
    }
    connection.close()
  }
  await Promise.all(openAll(load).map(work))
  return sumUp(took, failed, began)
}
