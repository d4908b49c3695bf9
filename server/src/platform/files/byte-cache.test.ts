import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../log/log.ts'
import { createByteCache } from './byte-cache.ts'
import { sweepFolder } from './sweep-folder.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mw-cache-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const day = 86_400_000
const open = (more: object = {}) =>
  createByteCache({ folder, maxBytes: 100_000, maxAgeMs: day, log: createLog('silent'), ...more })
const files = async () =>
  (await readdir(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const onlyFile = async () => {
  const [path, ...others] = await files()
  expect(others).toEqual([])
  return path ?? ''
}
const sizeOf = async () => {
  let total = 0
  for (const path of await files()) total += (await stat(path)).size
  return total
}

describe('the byte cache', () => {
  it('returns what was stored, also to another process and after a restart', async () => {
    const bytes = randomBytes(1000)
    await open().put('one', bytes)
    expect(await open().get('one')).toEqual(bytes)
    expect(await open().get('two')).toBeUndefined()
    await open().put('empty', Buffer.alloc(0))
    expect(await open().get('empty')).toEqual(Buffer.alloc(0))
  })

  it('is private to its user and reveals no key', async () => {
    await open().put('../../secret name', Buffer.from('x'))
    const path = await onlyFile()
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(path.startsWith(folder)).toBe(true)
    expect(path).not.toContain('secret')
  })

  it.each<[string, (path: string) => Promise<void>]>([
    ['cut off', (path) => truncate(path, 100)],
    ['emptied', (path) => truncate(path, 0)],
    [
      'of the right length and the wrong content',
      async (path) => writeFile(path, Buffer.alloc((await readFile(path)).length)),
    ],
    [
      'changed in one place',
      async (path) => {
        const content = await readFile(path)
        content[content.length - 1] = (content.at(-1) ?? 0) ^ 1
        await writeFile(path, content)
      },
    ],
  ])('treats a file that was %s by a crash as missing and removes it', async (_how, damage) => {
    const cache = open()
    await cache.put('one', randomBytes(1000))
    await damage(await onlyFile())
    expect(await cache.get('one')).toBeUndefined()
    expect(await files()).toEqual([])
  })

  it('stays within its limit and keeps the most recently used', async () => {
    const cache = open()
    const old = new Date(Date.now() - 60_000)
    for (let i = 0; i < 40; i++) {
      await cache.put(`key ${i}`, randomBytes(5_000))
      if (i > 0) expect(await cache.get('key 0')).toBeDefined()
      // Equal timestamps have no order: each file is aged by a minute before the next is added.
      for (const path of await files()) await utimes(path, old, old)
      await cache.get('key 0')
    }
    expect(await sizeOf()).toBeLessThanOrEqual(110_000)
    expect(await cache.get('key 0')).toBeDefined()
    expect(await cache.get('key 39')).toBeDefined()
  })

  it('does not store a file that would evict most others', async () => {
    const cache = open()
    await cache.put('large', randomBytes(30_000))
    expect(await files()).toEqual([])
  })

  it('drops expired entries, no matter how often they were used', async () => {
    await open().put('one', Buffer.from('x'))
    const path = await onlyFile()
    const content = await readFile(path)
    content.writeBigUInt64BE(BigInt(Date.now() - 2 * day), 4)
    await writeFile(path, content)
    expect(await open().get('one')).toBeUndefined()
    expect(await files()).toEqual([])
  })

  it('sweeps old files and what a killed writer left behind', async () => {
    const cache = open()
    await cache.put('old', Buffer.from('x'))
    const old = new Date(Date.now() - 2 * day)
    await utimes(await onlyFile(), old, old)
    const left = join(folder, 'new-left')
    await writeFile(left, 'half')
    await utimes(left, old, old)
    await writeFile(join(folder, 'new-current'), 'half')
    await cache.put('young', Buffer.from('y'))
    await sweepFolder(folder, { maxBytes: 100_000, maxAgeMs: day })
    const names = (await files()).map((path) => path.slice(folder.length + 1))
    expect(names).toHaveLength(2)
    expect(names).toContain('new-current')
    expect(await cache.get('young')).toEqual(Buffer.from('y'))
  })

  it('does not fail when it cannot be written', async () => {
    await writeFile(join(folder, 'file'), '')
    const cache = open({ folder: join(folder, 'file', 'below') })
    await cache.put('one', Buffer.from('x'))
    expect(await cache.get('one')).toBeUndefined()
    await chmod(folder, 0o700)
  })

  it('stores nothing when its size is zero', async () => {
    const cache = open({ maxBytes: 0 })
    await cache.put('one', Buffer.from('x'))
    expect([await cache.get('one'), await files()]).toEqual([undefined, []])
  })

  it('handles concurrent writes and reads of the same key', async () => {
    const bytes = randomBytes(5_000)
    const caches = [open(), open(), open()]
    const results = await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        const cache = caches[i % 3]
        await cache?.put('same', bytes)
        return cache?.get('same')
      }),
    )
    for (const found of results) if (found) expect(found).toEqual(bytes)
    expect(await open().get('same')).toEqual(bytes)
  })
})
