import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export const temporaryPrefix = 'new-'
/** Nobody writes one file for so long: its writer is dead. */
const temporaryMs = 60 * 60 * 1000

type Found = { path: string; size: number; usedAt: number; temporary: boolean }

async function statOf(path: string): Promise<{ size: number; usedAt: number } | undefined> {
  try {
    const { size, mtimeMs } = await stat(path)
    return { size, usedAt: mtimeMs }
  } catch {
    // Another process swept it.
    return undefined
  }
}

async function filesIn(folder: string): Promise<Found[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const found: Found[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const known = await statOf(path)
    if (known) found.push({ path, ...known, temporary: entry.name.startsWith(temporaryPrefix) })
  }
  return found
}

/** Takes away what is too old, then what was not used for longest, until the rest fits with some room. */
export async function sweepFolder(
  folder: string,
  { maxBytes, maxAgeMs, now = Date.now() }: { maxBytes: number; maxAgeMs: number; now?: number },
) {
  const files = (await filesIn(folder)).sort((a, b) => b.usedAt - a.usedAt)
  let kept = 0
  for (const { path, size, usedAt, temporary } of files) {
    const isStale = now - usedAt > (temporary ? temporaryMs : maxAgeMs)
    if (!isStale && kept + size <= maxBytes * 0.9) kept += size
    else if (isStale || !temporary) await rm(path, { force: true })
  }
}
