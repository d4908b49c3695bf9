import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from './errors.ts'
import type { Postmaster } from './postmaster.ts'
import type { Exit } from './tools.ts'

export type Supervision = { exited: Promise<Exit>; stop(): Promise<void> }
type SuperviseOptions = {
  first: Postmaster
  startAgain(cancelled: AbortSignal): Promise<Postmaster>
  log: (line: string) => void
  release(): void
  /** Unit of the growing pause between attempts, in milliseconds. */
  backOff?: number
}

const ATTEMPTS = 5

/** Keeps one postmaster running until `stop`, or until it failed to start again five times in a row. */
export function supervise(options: SuperviseOptions): Supervision {
  const stopping = new AbortController()
  const backOff = options.backOff ?? 250
  let current = options.first

  const watch = async (): Promise<Exit> => {
    for (;;) {
      const since = Date.now()
      const exit = await current.exited
      if (stopping.signal.aborted) return exit
      options.log(`PostgreSQL (pid ${current.pid}) ended by itself (${describe(exit)}); starting it again.`)
      // One that dies at once would otherwise be started in a tight circle.
      const pause = Date.now() - since < 2000 ? 2 * backOff : 0
      const next = await revive(options, stopping.signal, pause, backOff)
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
  firstPause: number,
  backOff: number,
): Promise<Postmaster | undefined> {
  for (let attempt = 1, pause = firstPause; attempt <= ATTEMPTS; attempt++, pause = backOff * 2 ** attempt) {
    await delay(pause, undefined, { signal: cancelled }).catch(() => {})
    if (cancelled.aborted) return undefined
    try {
      return await options.startAgain(cancelled)
    } catch (error) {
      options.log(`Restart ${attempt} of ${ATTEMPTS} failed. ${messageOf(error)}`)
    }
  }
  options.log('PostgreSQL could not be started again: Mailwright has no database any more.')
  return undefined
}

function describe(exit: Exit): string {
  return exit.signal ?? `exit code ${exit.code}`
}
