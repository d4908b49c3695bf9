import { setImmediate } from 'node:timers/promises'
import type { Exchange, Exchanged } from './gate.store.ts'
import { createWaitingList, type Slot, type WaitingList } from './waiting-list.ts'

// For news that got lost: an end of a call elsewhere is announced.
const askAgainMs = 1_000

export type LimiterDeps = {
  exchange(asked: Omit<Exchange, 'processId'>): Promise<Exchanged>
  /** Called when slots of other processes may become free. */
  listen(): void
  onClosed(connectionId: string): void
}

type Gate = {
  waiting: WaitingList
  inUse: number
  /** A call has succeeded since the last exchange. */
  isHealthy: boolean
  isRunning: boolean
  isStale: boolean
  timer: NodeJS.Timeout | undefined
}

/**
 * Grants calls within the limits that all processes share. The database decides; this process asks it once for all that
 * ended and all that would begin, and again when a call ends, when another process has news, or at a known time.
 */
export function createLimiter({ exchange, listen, onClosed }: LimiterDeps) {
  const gates = new Map<string, Gate>()
  const gateOf = (id: string) => {
    const known = gates.get(id)
    if (known) return known
    const gate: Gate = {
      waiting: createWaitingList(),
      inUse: 0,
      isHealthy: false,
      isRunning: false,
      isStale: false,
      timer: undefined,
    }
    gates.set(id, gate)
    return gate
  }

  const slotOf = (id: string, gate: Gate): Slot => {
    gate.inUse += 1
    let isEnded = false
    return {
      end(isHealthy) {
        if (isEnded) return
        isEnded = true
        gate.inUse -= 1
        gate.isHealthy ||= isHealthy
        void pump(id, gate)
      },
    }
  }

  async function exchangeOnce(id: string, gate: Gate) {
    const { isHealthy } = gate
    gate.isHealthy = false
    const want = gate.waiting.size()
    const isForced = gate.waiting.isFirstForced()
    const asked = { connectionId: id, inUse: gate.inUse, want: isForced ? 1 : want, isHealthy, isForced }
    const answer = await exchange(asked).catch((error) => {
      gate.isHealthy ||= isHealthy
      gate.waiting.rejectAll(error)
      return undefined
    })
    if (!answer) return askAgainMs
    if (answer.hasClosed) onClosed(id)
    let unused = answer.granted
    for (; unused > 0 && gate.waiting.size() > 0; unused--) gate.waiting.grantFirst(slotOf(id, gate))
    if (unused > 0 || (isForced && want > 1)) gate.isStale = true
    if (answer.isOpen) gate.waiting.refuseAll(answer.waitMs ?? askAgainMs)
    if (gate.waiting.size() > 0) listen()
    return Math.min(answer.waitMs ?? askAgainMs, 60_000)
  }

  async function pump(id: string, gate: Gate) {
    gate.isStale = true
    if (gate.isRunning) return
    gate.isRunning = true
    clearTimeout(gate.timer)
    let againMs = askAgainMs
    while (gate.isStale) {
      // Calls that began together end together: one exchange for all that end in this turn of the event loop.
      await setImmediate()
      gate.isStale = false
      againMs = await exchangeOnce(id, gate)
    }
    gate.isRunning = false
    if (gate.waiting.size() > 0) gate.timer = setTimeout(() => void pump(id, gate), againMs)
    else if (gate.inUse === 0 && !gate.isHealthy) gates.delete(id)
  }

  return {
    /** Waits until a call may begin. Rejects with AiFault when it may not for long, or with the reason of the signal. */
    acquire(connectionId: string, options: { signal: AbortSignal; maxWaitMs: number; isForced: boolean }) {
      const gate = gateOf(connectionId)
      const granted = gate.waiting.add(options, () => void pump(connectionId, gate))
      void pump(connectionId, gate)
      return granted
    },
    /** Another process has freed slots. */
    wake(connectionId: string) {
      const gate = gates.get(connectionId)
      if (gate && gate.waiting.size() > 0) void pump(connectionId, gate)
    },
    wakeAll() {
      for (const [id, gate] of gates) if (gate.waiting.size() > 0) void pump(id, gate)
    },
    close() {
      for (const gate of gates.values()) clearTimeout(gate.timer)
    },
  }
}
export type Limiter = ReturnType<typeof createLimiter>
