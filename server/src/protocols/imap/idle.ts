import type { Connection } from './connection.ts'
import { ImapFault } from './fault.ts'
import type { IdleOptions } from './types.ts'

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * One IDLE, from the command to the answer to DONE. A dead server does not answer DONE: that ends the
 * connection, where the socket alone would say nothing for hours.
 */
function idleOnce(connection: Connection, replyMs: number) {
  let state: 'asked' | 'idling' | 'done' = 'asked'
  let wanted = false
  let deadline: NodeJS.Timeout | undefined
  const expectReply = () => {
    clearTimeout(deadline)
    deadline = setTimeout(() => connection.end(`IDLE was not answered for ${replyMs / 1000} s.`), replyMs)
  }
  /** Before the server's `+` there is nothing to end yet: it is ended then. */
  const done = () => {
    wanted = true
    if (state !== 'idling') return
    state = 'done'
    expectReply()
    connection.write('DONE')
  }
  const onPlusTag = () => {
    if (state !== 'asked') return
    state = 'idling'
    clearTimeout(deadline)
    if (wanted) done()
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

/** A server that is gone without a word is noticed within the sum of both. */
export const idleTimes = { probeMs: 50_000, replyMs: 20_000 }

export async function idle(connection: Connection, check: () => void, options: IdleOptions): Promise<void> {
  const { signal, onChange, probeMs, replyMs } = { ...idleTimes, ...options }
  if (!connection.has('IDLE'))
    throw new ImapFault('refused', 'The server has no IDLE: look at it from time to time.')
  const tell = () => {
    const changes = connection.takeChanges()
    if (changes.length) onChange(changes)
  }
  while (!signal.aborted) {
    // What the server told during earlier commands will not be told again by IDLE.
    tell()
    const begun = Date.now()
    let ended = false
    const one = idleOnce(connection, replyMs)
    const stop = () => {
      ended = true
      one.done()
    }
    const work = async () => {
      check()
      if (signal.aborted) return
      const probe = setTimeout(stop, probeMs)
      signal.addEventListener('abort', stop)
      connection.onChange(tell)
      try {
        await one.finished()
      } finally {
        clearTimeout(probe)
        signal.removeEventListener('abort', stop)
        connection.onChange(null)
      }
    }
    await connection.take(work, stop)
    // A server that ends every IDLE at once must not be asked a thousand times a second.
    if (!ended && Date.now() - begun < 1_000) await pause(1_000)
  }
}
