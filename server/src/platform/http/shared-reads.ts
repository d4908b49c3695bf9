// Windows that hear of one event load one list anew in the same moment: it is then read, and written, once for them.

const shared = new WeakSet<object>()

export const markShared = (result: object) => void shared.add(result)

/** Whether several requests are answered with this very object, which therefore must not be changed. */
export const isShared = (result: unknown): result is object =>
  typeof result === 'object' && result !== null && shared.has(result)

type Flight = { result: Promise<object>; since: number }
type Waiting = { result: Promise<object>; many: boolean }

// Behind a read that hangs nobody need wait.
const longestWaitMs = 500

/**
 * Lets a question that several put at the same time be answered once. Who asks while an answer is being read waits
 * for the next one: none is older than its question, and none is kept.
 */
export function createSharedReads() {
  const flights = new Map<string, Flight>()
  const waiting = new Map<string, Waiting>()

  function start<T extends object>(key: string, read: () => Promise<T>): Promise<T> {
    const result = read().finally(() => {
      if (flights.get(key)?.result === result) flights.delete(key)
    })
    flights.set(key, { result, since: performance.now() })
    return result
  }

  /** `key` says all that the answer depends on. */
  return <T extends object>(key: string, read: () => Promise<T>): Promise<T> => {
    const company = waiting.get(key)
    if (company) {
      company.many = true
      // The key says what is read, so that it is the same type.
      return company.result as Promise<T>
    }
    const flight = flights.get(key)
    if (!flight || performance.now() - flight.since > longestWaitMs) return start(key, read)
    const mine: Waiting = { result: flight.result, many: false }
    const result = flight.result
      .catch(() => undefined)
      .then(() => {
        waiting.delete(key)
        return start(key, read)
      })
      .then((value) => {
        if (mine.many) shared.add(value)
        return value
      })
    mine.result = result
    waiting.set(key, mine)
    return result
  }
}
