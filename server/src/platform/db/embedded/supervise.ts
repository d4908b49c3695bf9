import { pause } from '../../concurrency/time.ts'
import { messageOf } from './errors.ts'
import type { Postmaster } from './postmaster.ts'
import type { Exit } from './tools.ts'

export type Supervision = { exited: Promise<Exit>; stop(): Promise<void> }
type SuperviseOptions = {
  first: Postmaster
  startAgain(cancelled: AbortSignal): Promise<Postmaster>
  log: (line: string) => void
  release(): void
  /** The unit of the growing pause between attempts. */
  backoffMs?: number
}

const maxAttempts = 5

/** Keeps one postmaster running until `stop`, or until five restarts in a row have failed. */
export function supervise(options: SuperviseOptions): Supervision {
  const stopping = new AbortController()
  const backoffMs = options.backoffMs ?? 250
  let current = options.first

  const watch = async (): Promise<Exit> => {
    for (;;) {
      const since = Date.now()
      const exit = await current.exited
      if (stopping.signal.aborted) return exit
      options.log(`PostgreSQL (pid ${current.pid}) exited unexpectedly (${describe(exit)}); restarting it.`)
      // Without a pause, one that dies at once would be restarted in a tight loop.
      const firstBackoffMs = Date.now() - since < 2000 ? 2 * backoffMs : 0
      const next = await revive(options, stopping.signal, firstBackoffMs, backoffMs)
      if (!next) return exit
      current = next
      if (stopping.signal.aborted) void current.shutDown()
    }
  }

  const exited = watch().finally(options.release)
  return {
    exited,
    async stop() {
      if (!stopping.signal.aborted) {
        stopping.abort()
        void current.shutDown()
      }
      await exited
    },
  }
}

async function revive(
  options: SuperviseOptions,
  cancelled: AbortSignal,
  firstBackoffMs: number,
  backoffMs: number,
): Promise<Postmaster | undefined> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    await pause(attempt === 1 ? firstBackoffMs : backoffMs * 2 ** attempt, cancelled)
    if (cancelled.aborted) return undefined
    try {
      return await options.startAgain(cancelled)
    } catch (error) {
      options.log(`Restart ${attempt} of ${maxAttempts} failed. ${messageOf(error)}`)
    }
  }
  options.log('Failed to restart PostgreSQL: Mailwright has no database.')
  return undefined
}

function describe(exit: Exit): string {
  return exit.signal ?? `exit code ${exit.code}`
}
