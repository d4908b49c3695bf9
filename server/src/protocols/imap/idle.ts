import type { Connection } from './connection.ts'
import { ImapFault } from './fault.ts'
import type { IdleOptions } from './types.ts'

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * One IDLE, from the command to the response to DONE. A dead server does not respond to DONE, which ends the
 * connection; the socket alone would stay silent for hours.
 */
function idleOnce(connection: Connection, replyMs: number) {
  let state: 'asked' | 'idling' | 'done' = 'asked'
  let doneRequested = false
  let deadline: NodeJS.Timeout | undefined
  const expectReply = () => {
    clearTimeout(deadline)
    deadline = setTimeout(() => connection.end(`IDLE was not answered for ${replyMs / 1000} s.`), replyMs)
  }
  /** Before the server's `+` there is nothing to end; `onPlusTag` then ends it. */
  const done = () => {
    doneRequested = true
    if (state !== 'idling') return
    state = 'done'
    expectReply()
    connection.write('DONE')
  }
  const onPlusTag = () => {
    if (state !== 'asked') return
    state = 'idling'
    clearTimeout(deadline)
    if (doneRequested) done()
  }
  const finished = async () => {
    expectReply()
    try {
      await connection.run('IDLE', [], { onPlusTag, unwatched: true })
    } finally {
      state = 'done'
      clearTimeout(deadline)
    }
  }
  return { done, finished }
}

/** A silently dead server is detected within the sum of both. */
export const idleTimes = { probeMs: 50_000, replyMs: 20_000 }

export async function idle(connection: Connection, check: () => void, options: IdleOptions): Promise<void> {
  const { signal, onChange, probeMs, replyMs } = { ...idleTimes, ...options }
  if (!connection.has('IDLE')) throw new ImapFault('refused', 'The server does not support IDLE.')
  const reportChanges = () => {
    const changes = connection.takeChanges()
    if (changes.length) onChange(changes)
  }
  while (!signal.aborted) {
    // Changes reported during earlier commands are not repeated by IDLE.
    reportChanges()
    const startedAt = Date.now()
    let ended = false
    const attempt = idleOnce(connection, replyMs)
    const stop = () => {
      ended = true
      attempt.done()
    }
    const work = async () => {
      check()
      if (signal.aborted) return
      const probe = setTimeout(stop, probeMs)
      signal.addEventListener('abort', stop)
      connection.onChange(reportChanges)
      try {
        await attempt.finished()
      } finally {
        clearTimeout(probe)
        signal.removeEventListener('abort', stop)
        connection.onChange(null)
      }
    }
    await connection.withLock(work, stop)
    // Throttle when the server ends every IDLE at once.
    if (!ended && Date.now() - startedAt < 1_000) await sleep(1_000)
  }
}
