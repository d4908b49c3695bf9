import { createWakeup } from './wakeup.ts'

export type Loop = {
  /** Runs the work again without waiting for the interval; after the current run if there is one. */
  now(): void
  /** Resolves when the current run has ended. */
  stop(): Promise<void>
}

/** Runs the work now and at intervals, never twice at once. */
export function startLoop(
  work: () => Promise<void>,
  intervalMs: number,
  onError: (error: unknown) => void,
): Loop {
  const stopping = new AbortController()
  const wakeup = createWakeup()

  async function run() {
    while (!stopping.signal.aborted) {
      await work().catch(onError)
      await wakeup.wait(intervalMs, stopping.signal)
    }
  }

  const running = run()
  return {
    now: () => wakeup.wake(true),
    async stop() {
      stopping.abort()
      await running
    },
  }
}
