import type { Db } from '../db/database.ts'
import { takeFromWindow } from './address-limits.store.ts'

type Waiting = { resolve(seconds: number): void; reject(error: unknown): void }

/**
 * Takes from a window for requests that come together in one statement: the first goes at once, those that arrive
 * meanwhile go together. Where there is no room for all of them, each asks for itself.
 */
export function createTakeTogether(db: Db, most: number, windowSeconds: number) {
  const queues = new Map<string, Waiting[]>()
  const take = (bucket: string, amount: number) => takeFromWindow(db, bucket, most, windowSeconds, amount)

  async function takeFor(bucket: string, batch: Waiting[]) {
    try {
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

  return (bucket: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(bucket)
      if (queue) return void queue.push({ resolve, reject })
      const first = [{ resolve, reject }]
      queues.set(bucket, first)
      queueMicrotask(() => void serve(bucket, first))
    })
}
