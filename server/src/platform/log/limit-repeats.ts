import { isDatabaseUnavailable } from '../db/faults.ts'

type Write = (line: object, message: unknown) => void

/**
 * While the database is away every request and every background task reports it. The first line of each kind is written
 * at once, the others are counted: `repeated` says how many there were in the last seconds.
 */
export function createRepeatLimit(intervalMs: number) {
  const counts = new Map<string, number>()

  function report(key: string, line: { err: unknown }, message: unknown, write: Write) {
    const repeated = counts.get(key) ?? 0
    counts.delete(key)
    if (repeated === 0) return
    begin(key, line, message, write)
    write({ ...line, repeated }, message)
  }
  function begin(key: string, line: { err: unknown }, message: unknown, write: Write) {
    counts.set(key, 0)
    setTimeout(report, intervalMs, key, line, message, write).unref()
  }

  /** Returns whether the line is only counted; if so, `write` is called later. */
  return (line: unknown, message: unknown, write: Write): boolean => {
    if (typeof line !== 'object' || line === null || !('err' in line)) return false
    const { err } = line
    if (!(err instanceof Error) || !isDatabaseUnavailable(err)) return false
    const { code = err.name } = err as NodeJS.ErrnoException
    const key = `${message} ${code}`
    const count = counts.get(key)
    if (count === undefined) begin(key, { err }, message, write)
    else counts.set(key, count + 1)
    return count !== undefined
  }
}
