import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Log } from '../log/log.ts'
import { entryHeader, entrySize, readEntry } from './cache-entry.ts'
import { sweepFolder, temporaryPrefix } from './sweep-folder.ts'

export type ByteCache = {
  get(key: string): Promise<Buffer | undefined>
  /** Best effort: a full disk is not an error. */
  put(key: string, bytes: Uint8Array): Promise<void>
  close(): void
}

export type ByteCacheOptions = {
  folder: string
  /** Approximate: each process that shares the folder may exceed it briefly by a twentieth. */
  maxBytes: number
  maxAgeMs: number
  log: Log
}

const noCache: ByteCache = {
  get: async () => undefined,
  put: async () => undefined,
  close: () => undefined,
}

/** Expired files are also removed when nothing new is added. */
const sweepIntervalMs = 60 * 60 * 1000

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

async function writeAtomically(folder: string, path: string, bytes: Uint8Array) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = join(folder, `${temporaryPrefix}${randomBytes(8).toString('hex')}`)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writev([entryHeader(bytes, Date.now()), bytes])
    } finally {
      await file.close()
    }
    // Readers see the whole file or none.
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * A cache of bytes that can be fetched again, as files on this machine; the least recently used go first. Processes may
 * share the folder; a damaged or concurrently deleted file counts as a miss.
 */
export function createByteCache({ folder, maxBytes, maxAgeMs, log }: ByteCacheOptions): ByteCache {
  if (maxBytes <= 0) return noCache
  let addedBytes = Number.POSITIVE_INFINITY
  let sweeping: Promise<unknown> | undefined
  const pathOf = (key: string) => {
    const name = createHash('sha256').update(key).digest('hex')
    return join(folder, name.slice(0, 2), name.slice(2))
  }
  const warn = (err: unknown, message: string) => {
    if (!isMissing(err)) log.warn({ err, folder }, message)
  }
  const sweep = () => {
    addedBytes = 0
    sweeping ??= sweepFolder(folder, { maxBytes, maxAgeMs })
      .catch((error) => warn(error, 'failed to sweep the cache'))
      .finally(() => {
        sweeping = undefined
      })
    return sweeping
  }
  const timer = setInterval(sweep, sweepIntervalMs)
  timer.unref()
  return {
    close: () => clearInterval(timer),
    async get(key) {
      const path = pathOf(key)
      try {
        const bytes = readEntry(await readFile(path), Date.now() - maxAgeMs)
        if (!bytes) await rm(path, { force: true })
        else await utimes(path, new Date(), new Date())
        return bytes
      } catch (error) {
        warn(error, 'failed to read from the cache')
        return undefined
      }
    },
    async put(key, bytes) {
      // One large file must not evict all others.
      if (entrySize(bytes.byteLength) > maxBytes / 4) return
      try {
        await writeAtomically(folder, pathOf(key), bytes)
        addedBytes += entrySize(bytes.byteLength)
        // The first write also sweeps what earlier processes left.
        if (addedBytes > maxBytes / 20) await sweep()
      } catch (error) {
        log.warn({ err: error, folder }, 'failed to write to the cache')
      }
    },
  }
}
