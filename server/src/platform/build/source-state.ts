import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a build was made of. `times` is cheap to compare; after a copy of the files only `content` is the same. */
export type SourceState = { times: string; content: string }

const digest = (parts: Iterable<string | Buffer>) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** Whoever changes a file may keep its size and modification time, but not its change time. */
const timesOf = (root: string, paths: readonly string[]) => {
  const lines = paths.map((path) => {
    // Not `join`, which would take longer than the rest: this is done for thousands of files at every start.
    const found = statSync(`${root}/${path}`, { throwIfNoEntry: false })
    return found ? `${path}\0${found.size} ${found.mtimeMs} ${found.ctimeMs}\n` : `${path}\0none\n`
  })
  return digest([lines.join('')])
}

function* contents(root: string, paths: readonly string[]) {
  for (const path of paths) {
    const bytes = readFileSync(join(root, path))
    yield `${path}\0${bytes.length}\n`
    yield bytes
  }
}

/** Throws if one of the files does not exist. Times are read first: a change in between is then found next time. */
export const readSourceState = (root: string, paths: readonly string[]): SourceState => ({
  times: timesOf(root, paths),
  content: digest(contents(root, paths)),
})

/** Compares sizes and times, and contents only if those differ: `touched` is the new state of the same contents. */
export function compareSources(
  root: string,
  paths: readonly string[],
  known: SourceState,
): { same: boolean; touched?: SourceState } {
  if (timesOf(root, paths) === known.times) return { same: true }
  try {
    const now = readSourceState(root, paths)
    return now.content === known.content ? { same: true, touched: now } : { same: false }
  } catch {
    return { same: false }
  }
}
