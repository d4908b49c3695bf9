import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKeyFile, readKeyFile } from './key-file.ts'
import { keyRingFromFile } from './key-ring-from-file.ts'

let folder = ''
let path = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mw-keys-'))
  path = join(folder, 'secret.key')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const idsOf = async (ring: Awaited<ReturnType<typeof keyRingFromFile>>) =>
  (await ring.keys()).map((key) => key.id)
const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8)

test('the first start creates a key that only its owner can read; the next start reads it', async () => {
  const deep = join(folder, 'data', 'secret.key')
  const first = await keyRingFromFile({ path: deep, create: true })
  expect(first.enabled).toBe(true)
  expect(await modeOf(deep)).toBe('600')
  expect(await readFile(deep, 'utf8')).toMatch(/^k\d{8}-[0-9a-f]{8}:[A-Za-z0-9+/]{43}=\n$/)
  expect(await idsOf(await keyRingFromFile({ path: deep, create: true }))).toEqual(await idsOf(first))
})

test('concurrent starts all read the same key and leave no temporary file', async () => {
  const startUp = async (file: string, delay: number) => {
    await pause(delay)
    await createKeyFile(file)
    return (await readKeyFile(file)).keys.map((key) => key.id)
  }
  for (let round = 0; round < 10; round += 1) {
    const file = join(folder, `${round}.key`)
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, i) => startUp(file, (i % 6) * Math.random())),
    )
    expect(new Set(ids.flat()).size).toBe(1)
  }
  expect(await readdir(folder)).toHaveLength(10)
})

test('finds a key added by another process as the newest, and the file keeps its mode', async () => {
  const service = await keyRingFromFile({ path, create: true })
  const rotation = await keyRingFromFile({ path, create: false })
  const [old] = await idsOf(service)
  const added = await rotation.file?.addKey()
  expect((await service.find(added ?? ''))?.id).toBe(added)
  expect(await idsOf(service)).toEqual([added, old])
  expect(await modeOf(path)).toBe('600')
  expect(await readdir(folder)).toEqual(['secret.key'])
})

test('a key removed from the file seals nothing more, but still opens in a process that knew it', async () => {
  const service = await keyRingFromFile({ path, create: true })
  const rotation = await keyRingFromFile({ path, create: false })
  const [old = ''] = await idsOf(service)
  const added = await rotation.file?.addKey()
  await rotation.file?.removeKeys([old])
  expect(await idsOf(service)).toEqual([added])
  expect((await service.find(old))?.id).toBe(old)
  expect(await (await keyRingFromFile({ path, create: false })).find(old)).toBeUndefined()
})

test('removes what a killed rotation left behind, and a symlinked file stays a link', async () => {
  const real = join(folder, 'real.key')
  await keyRingFromFile({ path: real, create: true })
  await symlink(real, path)
  await writeFile(`${real}.new`, 'half a k')
  const ring = await keyRingFromFile({ path, create: false })
  await ring.file?.addKey()
  expect(await idsOf(ring)).toHaveLength(2)
  expect((await readdir(folder)).sort()).toEqual(['real.key', 'secret.key'])
  expect(await readFile(real, 'utf8')).toBe(await readFile(path, 'utf8'))
})

test('accepts keys on separate lines or separated by commas', async () => {
  const key = () => randomBytes(32).toString('base64')
  await writeFile(path, `c:${key()}\r\nb:${key()},a:${key()}\n\n`)
  expect(await idsOf(await keyRingFromFile({ path, create: true }))).toEqual(['c', 'b', 'a'])
})

test('reports a missing, empty or damaged file without its content', async () => {
  await expect(keyRingFromFile({ path, create: false })).rejects.toThrow(
    `The key file ${path} cannot be read (ENOENT): it does not exist; restore it from your backup.`,
  )
  await writeFile(path, '\n')
  await expect(keyRingFromFile({ path, create: true })).rejects.toThrow(
    `The key file ${path} contains no key.`,
  )
  await writeFile(path, 'k1:planted-key')
  await chmod(path, 0o600)
  await expect(keyRingFromFile({ path, create: true })).rejects.toThrow(
    /^Entry 1 of the key file \S+ has a key that is not the base64 of exactly 32 bytes/,
  )
})
