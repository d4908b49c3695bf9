import type { Db } from '../db/database.ts'
import { takeFromWindow } from './address-limits.store.ts'

type Waiting = { resolve(seconds: number): void; reject(error: unknown): void }

const maxAhead = 64

/**
 * Takes from a window for requests that come together in one statement: the first goes at once, those that arrive
 * meanwhile go together, with a few more in advance: a hundredth of the window at most. Where there is no room for
 * all of them, each asks for itself.
 */
export function createTakeTogether(db: Db, most: number, windowSeconds: number) {
  const queues = new Map<string, Waiting[]>()
  const ahead = new Map<string, { left: number; until: number }>()
  const extra = Math.min(maxAhead, Math.floor(most / 100))
  const take = (bucket: string, amount: number) => takeFromWindow(db, bucket, most, windowSeconds, amount)

  async function takeFor(bucket: string, batch: Waiting[]) {
    try {
      const isBusy = batch.length > 1 && extra > 0
      if (isBusy && (await take(bucket, batch.length + extra)) === 0) {
        ahead.set(bucket, { left: extra, until: performance.now() + windowSeconds * 1_000 })
        for (const one of batch) one.resolve(0)
        return
      }
      const wait = await take(bucket, batch.length)
      if (wait === 0 || batch.length === 1) for (const one of batch) one.resolve(wait)
      else for (const one of batch) one.resolve(await take(bucket, 1))
    } catch (error) {
      for (const one of batch) one.reject(error)
    }
  }

  async function serve(bucket: string, queue: Waiting[]) {
    while (queue.length > 0) await takeFor(bucket, queue.splice(0))
    queues.delete(bucket)
  }

  /** One that was taken in advance. */
  function takeAhead(bucket: string): boolean {
    const taken = ahead.get(bucket)
    if (!taken) return false
    const isGood = taken.left > 0 && performance.now() < taken.until
    if (!isGood || --taken.left === 0) ahead.delete(bucket)
    return isGood
  }

  return (bucket: string): Promise<number> =>
    new Promise((resolve, reject) => {
      if (takeAhead(bucket)) return resolve(0)
      const queue = queues.get(bucket)
      if (queue) return void queue.push({ resolve, reject })
      const first = [{ resolve, reject }]
      queues.set(bucket, first)
      queueMicrotask(() => void serve(bucket, first))
    })
}
