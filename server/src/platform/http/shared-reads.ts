// Windows that hear of one event load one list anew in the same moment: it is then read, and written, once for them.

const shared = new WeakSet<object>()

export const markShared = (result: object) => void shared.add(result)

/** Whether several requests are answered with this very object, which therefore must not be changed. */
export const isShared = (result: unknown): result is object =>
  typeof result === 'object' && result !== null && shared.has(result)

// What is taken out of a Map is let go of here as well: when a Map makes itself a new table it leaves what it held in
// the old one, and once that has grown old, whatever hangs on it stays until the next great collection.
type Flight = { result?: Promise<object>; since: number }
type Waiting = { result?: Promise<object>; many: boolean }

// Behind a read that hangs nobody need wait.
export const longestWaitMs = 500

/**
 * Lets a question that several put at the same time be answered once. Who asks while an answer is being read waits
 * for the next one: none is older than its question, and none is kept.
 */
export function createSharedReads() {
  const flights = new Map<string, Flight>()
  const waiting = new Map<string, Waiting>()

  function start<T extends object>(key: string, read: () => Promise<T>): Promise<T> {
    const mine: Flight = { since: performance.now() }
    const result = read().finally(() => {
      if (flights.get(key) === mine) flights.delete(key)
      delete mine.result
    })
    mine.result = result
    flights.set(key, mine)
    return result
  }

  /** `key` says all that the answer depends on. */
  return <T extends object>(key: string, read: () => Promise<T>): Promise<T> => {
    const company = waiting.get(key)
    if (company?.result) {
      company.many = true
      // The key says what is read, so that it is the same type.
      return company.result as Promise<T>
    }
    const flight = flights.get(key)
    if (!flight?.result || performance.now() - flight.since > longestWaitMs) return start(key, read)
    const mine: Waiting = { many: false }
    const result = flight.result
      .catch(() => undefined)
      .then(() => {
        waiting.delete(key)
        delete mine.result
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
