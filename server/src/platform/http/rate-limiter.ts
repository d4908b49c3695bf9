import type { Db } from '../db/database.ts'
import { takeFromWindow } from './address-limits.store.ts'

type Waiter = { resolve(seconds: number): void; reject(error: unknown): void }

const maxPrefetch = 64

/**
 * Rate-limits by a window in the database, with one statement for concurrent requests of a bucket: the first goes at once,
 * those that arrive meanwhile go together and prefetch some permits, a hundredth of the window at most. If the window
 * cannot take all of them, each is counted on its own.
 */
export function createRateLimiter(db: Db, max: number, windowSeconds: number) {
  const queues = new Map<string, Waiter[]>()
  const prefetched = new Map<string, { left: number; expiresAt: number }>()
  const extra = Math.min(maxPrefetch, Math.floor(max / 100))
  const take = (bucket: string, amount: number) => takeFromWindow(db, bucket, max, windowSeconds, amount)

  /** Once the window is full, the rest is refused without asking again. */
  async function takeOneByOne(bucket: string, batch: Waiter[]) {
    let wait = 0
    for (const one of batch) {
      if (wait === 0) wait = await take(bucket, 1)
      one.resolve(wait)
    }
  }

  async function takeFor(bucket: string, batch: Waiter[]) {
    try {
      const isContended = batch.length > 1 && extra > 0
      if (isContended && (await take(bucket, batch.length + extra)) === 0) {
        prefetched.set(bucket, { left: extra, expiresAt: performance.now() + windowSeconds * 1_000 })
        for (const one of batch) one.resolve(0)
        return
      }
      const wait = await take(bucket, batch.length)
      if (wait === 0 || batch.length === 1) for (const one of batch) one.resolve(wait)
      else await takeOneByOne(bucket, batch)
    } catch (error) {
      for (const one of batch) one.reject(error)
    }
  }

  async function serve(bucket: string, queue: Waiter[]) {
    while (queue.length > 0) await takeFor(bucket, queue.splice(0))
    queues.delete(bucket)
  }

  /** Uses a prefetched permit if there is one. */
  function takePrefetched(bucket: string): boolean {
    const permits = prefetched.get(bucket)
    if (!permits) return false
    const isValid = permits.left > 0 && performance.now() < permits.expiresAt
    if (!isValid || --permits.left === 0) prefetched.delete(bucket)
    return isValid
  }

  return (bucket: string): Promise<number> =>
    new Promise((resolve, reject) => {
      if (takePrefetched(bucket)) return resolve(0)
      const queue = queues.get(bucket)
      if (queue) return void queue.push({ resolve, reject })
      const first = [{ resolve, reject }]
      queues.set(bucket, first)
      queueMicrotask(() => void serve(bucket, first))
    })
}
