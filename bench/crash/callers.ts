import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { body } from '../executions/graphs.ts'

export type Callers = {
  /** Execution ids by the key of the call. */
  accepted: Map<string, string>
  start(url: () => string | undefined): void
  stop(): Promise<void>
  /** Resolves with the next accepted call. */
  next(): Promise<void>
}

/** Clients that call the webhook sequentially and record the calls answered with 202. */
export function createCallers(path: string, clients: number): Callers {
  const accepted = new Map<string, string>()
  let isStopped = false
  let running: Promise<void>[] = []
  let waiting: (() => void)[] = []

  async function callOnce(url: string) {
    const key = randomUUID()
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      body: body(key),
      headers: { 'content-type': 'application/json' },
      signal: AbortSignal.timeout(15_000),
    })
    const text = await response.text()
    if (response.status !== 202) return false
    accepted.set(key, JSON.parse(text).executionId)
    for (const go of waiting.splice(0)) go()
    return true
  }

  return {
    accepted,
    start(url) {
      isStopped = false
      running = Array.from({ length: clients }, async () => {
        while (!isStopped) {
          const at = url()
          // Without a complete response, nothing was promised to the caller.
          const ok = at !== undefined && (await callOnce(at).catch(() => false))
          if (!ok) await sleep(20)
        }
      })
    },
    async stop() {
      isStopped = true
      await Promise.all(running)
      waiting = []
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
  }
}
