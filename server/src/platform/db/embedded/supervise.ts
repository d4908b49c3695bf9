import { pause } from '../../concurrency/time.ts'
import { messageOf } from './errors.ts'
import type { Postmaster } from './postmaster.ts'
import type { Exit } from './tools.ts'

/** How PostgreSQL ended and, if it could not be restarted, why. */
export type FinalExit = Exit & { restartFailure?: string }

export type Supervision = { exited: Promise<FinalExit>; stop(): Promise<void> }
type SuperviseOptions = {
  first: Postmaster
  startAgain(cancelled: AbortSignal): Promise<Postmaster>
  /** Reports what an operator should know. */
  warn: (line: string) => void
  release(): void
  /** The unit of the growing pause between attempts. */
  backoffMs?: number
  /** Whether the server answers a new connection. */
  answers?(): Promise<boolean>
  /** How often that is asked. */
  probeMs?: number
  /** How long restarts are attempted, and how long a server that runs may give no answer: what prevents them, such as a full disk, may pass. */
  maxOutageMs?: number
}

const maxBackoffMs = 15_000
const defaultOutageMs = 60_000

/** Keeps one postmaster running until `stop`, or until it could not be restarted for `maxOutageMs`. */
export function supervise(options: SuperviseOptions): Supervision {
  const stopping = new AbortController()
  const backoffMs = options.backoffMs ?? 250
  let current = options.first

  const watch = async (): Promise<FinalExit> => {
    for (;;) {
      const since = Date.now()
      const exit = await exitOf(current, options)
      if (stopping.signal.aborted) return exit
      options.warn(`PostgreSQL (pid ${current.pid}) exited unexpectedly (${describe(exit)}); restarting it.`)
      // Without a pause, one that dies at once would be restarted in a tight loop.
      const firstBackoffMs = Date.now() - since < 2000 ? 2 * backoffMs : 0
      const next = await revive(options, stopping.signal, firstBackoffMs, backoffMs)
      if (!('exited' in next)) return { ...exit, ...next }
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

/** Waits for its end, and brings it about when the server gives no answer for too long. */
async function exitOf(postmaster: Postmaster, options: SuperviseOptions): Promise<Exit> {
  const { answers, warn, probeMs = 10_000, maxOutageMs = defaultOutageMs } = options
  if (!answers) return postmaster.exited
  let answeredAt = Date.now()
  let isProbing = false
  const probe = async () => {
    if (isProbing) return
    isProbing = true
    if (await answers()) answeredAt = Date.now()
    isProbing = false
    const silentMs = Date.now() - answeredAt
    if (silentMs < probeMs) return
    warn(`PostgreSQL (pid ${postmaster.pid}) runs but has not answered for ${Math.round(silentMs / 1000)} s.`)
    if (silentMs >= maxOutageMs) postmaster.kill()
  }
  const timer = setInterval(probe, probeMs)
  try {
    return await postmaster.exited
  } finally {
    clearInterval(timer)
  }
}

async function revive(
  { startAgain, warn, maxOutageMs = defaultOutageMs }: SuperviseOptions,
  cancelled: AbortSignal,
  firstBackoffMs: number,
  backoffMs: number,
): Promise<Postmaster | { restartFailure?: string }> {
  const deadline = Date.now() + maxOutageMs
  let delayMs = firstBackoffMs
  for (let attempt = 1; ; attempt++) {
    await pause(delayMs, cancelled)
    if (cancelled.aborted) return {}
    try {
      return await startAgain(cancelled)
    } catch (error) {
      const reason = messageOf(error)
      if (Date.now() >= deadline) return { restartFailure: reason }
      delayMs = Math.min(backoffMs * 2 ** (attempt + 1), maxBackoffMs)
      warn(`Restart ${attempt} of PostgreSQL failed, trying again in ${delayMs} ms. ${reason}`)
    }
  }
}

function describe(exit: Exit): string {
  return exit.signal ?? `exit code ${exit.code}`
}
