import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { body } from '../executions/graphs.ts'

export type Callers = {
  /** Execution ids by the key that the call carried. */
  accepted: Map<string, string>
  begin(url: () => string | undefined): void
  end(): Promise<void>
  /** Answers with the next call that is taken. */
  next(): Promise<void>
}

/** Clients that call the webhook one call after the other, and note what was answered 202. */
export function createCallers(path: string, clients: number): Callers {
  const accepted = new Map<string, string>()
  let isOver = false
  let running: Promise<void>[] = []
  let waiting: (() => void)[] = []

  async function callOnce(url: string) {
    const key = randomUUID()
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      body: body(key),
      headers: { 'content-type': 'application/json' },
      signal: AbortSignal.timeout(15_000),
    })
    const text = await answer.text()
    if (answer.status !== 202) return false
    accepted.set(key, JSON.parse(text).executionId)
    for (const go of waiting.splice(0)) go()
    return true
  }

  return {
    accepted,
    begin(url) {
      isOver = false
      running = Array.from({ length: clients }, async () => {
        while (!isOver) {
          const at = url()
          // No answer, or half of one: the caller knows nothing, and nothing is owed to it.
          const ok = at !== undefined && (await callOnce(at).catch(() => false))
          if (!ok) await sleep(20)
        }
      })
    },
    async end() {
      isOver = true
      await Promise.all(running)
      waiting = []
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
  }
}
