export type Ticket = {
  granted: Promise<void>
  isGranted(): boolean
  /** Gives back what was granted, or the place in the queue. */
  release(): void
}

type Waiting = { weight: number; grant(): void }

/** So much of something for all mailboxes of the process, given out in the order of asking. */
export function createShare(most: number) {
  const queue: Waiting[] = []
  let out = 0

  const grantNext = () => {
    // More than there is of it is given when nothing else is out: it would else wait for ever.
    for (let next = queue[0]; next && (out === 0 || out + next.weight <= most); next = queue[0]) {
      queue.shift()
      out += next.weight
      next.grant()
    }
  }

  return {
    isWaitedFor: () => queue.length > 0,
    ask(weight = 1): Ticket {
      const { promise, resolve } = Promise.withResolvers<void>()
      let state: 'waiting' | 'granted' | 'released' = 'waiting'
      const waiting: Waiting = {
        weight,
        grant: () => {
          state = 'granted'
          resolve()
        },
      }
      queue.push(waiting)
      grantNext()
      return {
        granted: promise,
        isGranted: () => state === 'granted',
        release: () => {
          if (state === 'granted') out -= weight
          else if (state === 'waiting') queue.splice(queue.indexOf(waiting), 1)
          state = 'released'
          grantNext()
        },
      }
    },
  }
}
export type Share = ReturnType<typeof createShare>

const ended = (signal: AbortSignal) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = () => signal.removeEventListener('abort', resolveOnce)
  const resolveOnce = () => resolve()
  signal.addEventListener('abort', resolveOnce, { once: true })
  if (signal.aborted) resolve()
  return { promise, stop }
}

/** Waits for a share; what it gives returns it. */
export async function take(share: Share, weight: number, signal: AbortSignal): Promise<() => void> {
  const ticket = share.ask(weight)
  if (ticket.isGranted()) return ticket.release
  const end = ended(signal)
  await Promise.race([ticket.granted, end.promise])
  end.stop()
  if (!signal.aborted) return ticket.release
  ticket.release()
  throw signal.reason
}

/** What the mailboxes of one process share, so that its memory does not grow with their number. */
export const createRoom = () => ({
  /** Mailboxes that read their history at the same time; the others wait for their turn. */
  turns: createShare(3),
  /** Bytes of mail between the mail server and the parser. */
  bytes: createShare(12 * 1024 * 1024),
  /** Fetches of large mail: while it comes in nobody has counted it yet. */
  large: createShare(1),
})
export type Room = ReturnType<typeof createRoom>
