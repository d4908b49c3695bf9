import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Log } from '../log/log.ts'
import { entryHead, entrySize, readEntry } from './cache-entry.ts'
import { sweepFolder, temporaryPrefix } from './sweep-folder.ts'

export type ByteCache = {
  get(key: string): Promise<Buffer | undefined>
  /** Keeps the bytes, or not: a full disk is no reason to fail. */
  put(key: string, bytes: Uint8Array): Promise<void>
  close(): void
}

export type ByteCacheOptions = {
  folder: string
  /** About: each process that shares the folder may be a twentieth above it for a moment. */
  maxBytes: number
  maxAgeMs: number
  log: Log
}

const noCache: ByteCache = {
  get: async () => undefined,
  put: async () => undefined,
  close: () => undefined,
}

/** What is too old goes also where nothing new comes. */
const sweepMs = 60 * 60 * 1000

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

async function writeWhole(folder: string, path: string, bytes: Uint8Array) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = join(folder, `${temporaryPrefix}${randomBytes(8).toString('hex')}`)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writev([entryHead(bytes, Date.now()), bytes])
    } finally {
      await file.close()
    }
    // Whoever reads finds the whole file or none.
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * Bytes that can be had again elsewhere, as files of this machine: those not used for longest go first. Processes may
 * share the folder; a file that is damaged, or deleted under our hands, is one that is not there.
 */
export function createByteCache({ folder, maxBytes, maxAgeMs, log }: ByteCacheOptions): ByteCache {
  if (maxBytes <= 0) return noCache
  let added = Number.POSITIVE_INFINITY
  let sweeping: Promise<unknown> | undefined
  const pathOf = (key: string) => {
    const name = createHash('sha256').update(key).digest('hex')
    return join(folder, name.slice(0, 2), name.slice(2))
  }
  const warn = (err: unknown, what: string) => {
    if (!isMissing(err)) log.warn({ err, folder }, what)
  }
  const sweep = () => {
    added = 0
    sweeping ??= sweepFolder(folder, { maxBytes, maxAgeMs })
      .catch((error) => warn(error, 'the cache was not swept'))
      .finally(() => {
        sweeping = undefined
      })
    return sweeping
  }
  const timer = setInterval(sweep, sweepMs)
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
        warn(error, 'the cache was not read')
        return undefined
      }
    },
    async put(key, bytes) {
      // One large file must not push all others out.
      if (entrySize(bytes.byteLength) > maxBytes / 4) return
      try {
        await writeWhole(folder, pathOf(key), bytes)
        added += entrySize(bytes.byteLength)
        // The first one finds out what earlier runs left.
        if (added > maxBytes / 20) await sweep()
      } catch (error) {
        log.warn({ err: error, folder }, 'the cache was not written')
      }
    },
  }
}
