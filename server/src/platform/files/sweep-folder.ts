import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export const temporaryPrefix = 'new-'
/** No write takes this long: its process is dead. */
const maxTemporaryAgeMs = 60 * 60 * 1000

type CacheFile = { path: string; size: number; usedAt: number; isTemporary: boolean }

async function statOf(path: string): Promise<{ size: number; usedAt: number } | undefined> {
  try {
    const { size, mtimeMs } = await stat(path)
    return { size, usedAt: mtimeMs }
  } catch {
    // Another process swept it.
    return undefined
  }
}

async function filesIn(folder: string): Promise<CacheFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const found: CacheFile[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const known = await statOf(path)
    if (known) found.push({ path, ...known, isTemporary: entry.name.startsWith(temporaryPrefix) })
  }
  return found
}

/** Deletes expired files, then the least recently used, until the rest fits with some margin. */
export async function sweepFolder(
  folder: string,
  { maxBytes, maxAgeMs, now = Date.now() }: { maxBytes: number; maxAgeMs: number; now?: number },
) {
  const files = (await filesIn(folder)).sort((a, b) => b.usedAt - a.usedAt)
  let keptBytes = 0
  for (const { path, size, usedAt, isTemporary } of files) {
    const isStale = now - usedAt > (isTemporary ? maxTemporaryAgeMs : maxAgeMs)
    if (!isStale && keptBytes + size <= maxBytes * 0.9) keptBytes += size
    else if (isStale || !isTemporary) await rm(path, { force: true })
  }
}
