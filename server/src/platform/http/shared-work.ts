import { createSharedReads, longestWaitMs, markShared } from './shared-reads.ts'

type Version = string | undefined
// Let go of when it is done, as in shared-reads.ts.
type Made = { version: Promise<Version>; result: Promise<object> }
type Work = { since: number; made?: Made; many: boolean }

/** `version` changes with everything that the answer is made of. */
export type Steps<R extends { version: string }, T> = {
  readVersion(): Promise<{ version: Version }>
  read(): Promise<R>
  finish(found: R): Promise<T>
}

/**
 * Lets an answer that takes long to make be made once for those who ask while it is being made: each looks whether
 * what it is made of still stands, which takes little. So none is older than its question, and none is kept.
 */
export function createSharedWork() {
  const underWay = new Map<string, Work>()
  const readShared = createSharedReads()

  function start<R extends { version: string }, T extends object>(key: string, steps: Steps<R, T>) {
    const mine: Work = { since: performance.now(), many: false }
    const read = steps.read()
    const result = read
      .then(steps.finish)
      .finally(() => {
        if (underWay.get(key) === mine) underWay.delete(key)
        delete mine.made
      })
      .then((value) => {
        if (mine.many) markShared(value)
        return value
      })
    const version = read.then(
      (found) => found.version,
      () => undefined,
    )
    mine.made = { version, result }
    underWay.set(key, mine)
    return result
  }

  /** `key` says all that is asked. */
  return async <R extends { version: string }, T extends object>(
    key: string,
    steps: Steps<R, T>,
  ): Promise<T> => {
    const asked = performance.now()
    const company = underWay.get(key)
    if (!company?.made || asked - company.since > longestWaitMs) return start(key, steps)
    company.many = true
    const { made } = company
    const { version } = await readShared(key, steps.readVersion)
    // The key says what is made, so that it is the same type.
    if (version !== undefined && version === (await made.version)) return made.result as Promise<T>
    const later = underWay.get(key)
    if (!later?.made || later.since < asked) return start(key, steps)
    later.many = true
    return later.made.result as Promise<T>
  }
}
