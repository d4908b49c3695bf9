import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database'
import { keyRingFromFile } from './key-ring-from-file.ts'
import { createVault } from './vault.ts'

const script = fileURLToPath(new URL('../../../../scripts/rotate-key.ts', import.meta.url))
let t: Awaited<ReturnType<typeof testDatabase>>
let folder = ''
beforeAll(async () => {
  t = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'mw-killed-'))
})
afterAll(async () => {
  await t.drop()
  await rm(folder, { recursive: true, force: true })
})

const owner = { ownerKind: 'mailbox', ownerId: 'm1' }
const keyFile = () => join(folder, 'secret.key')
const start = (...args: string[]) =>
  spawn(process.execPath, [script, '--url', t.url, '--key-file', keyFile(), ...args], {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const streamOf = (child: ChildProcess, name: 'stdout' | 'stderr') => {
  const stream = child[name]
  if (!stream) throw new Error('the child has no such stream')
  return stream
}

async function finish(child: ChildProcess) {
  const [out, err, [code]] = await Promise.all([
    text(streamOf(child, 'stdout')),
    text(streamOf(child, 'stderr')),
    once(child, 'exit'),
  ])
  return { out, err, code }
}

/** Kills it this long after its first output. */
async function kill(child: ChildProcess, delay: number) {
  await Promise.race([once(streamOf(child, 'stdout'), 'data'), once(child, 'exit')])
  await pause(delay)
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

test('after a kill at any point, running the command again finishes and nothing is lost', async () => {
  const service = await keyRingFromFile({ path: keyFile(), create: true })
  const vault = createVault({ keys: service })
  const secrets = new Map<string, string>()
  for (let i = 0; i < 150; i += 1)
    secrets.set(await vault.put(t.db, { ...owner, value: `planted-${i}` }), `planted-${i}`)

  for (const delay of [0, 3, 10, 30]) {
    await kill(start('--batch', '1'), delay)
    for (const [id, value] of secrets) expect(await vault.read(t.db, id, owner)).toBe(value)
  }
  const done = await finish(start('--batch', '20'))
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(await vault.outstanding(t.db)).toBe(0)
  expect(done.out.trim().split('\n').at(-1)).toMatch(
    /^Done: \d+ secrets rewrapped with key k\S+\. No longer needed: k.*; npm run rotate-key -- --prune removes/,
  )

  const pruned = await finish(start('--prune'))
  expect(pruned.out).toMatch(/^Done: 0 secrets rewrapped with key \S+ Removed from the key file/)
  expect((await readFile(keyFile(), 'utf8')).trim().split('\n')).toHaveLength(1)
  const restarted = createVault({ keys: await keyRingFromFile({ path: keyFile(), create: false }) })
  for (const [id, value] of secrets) expect(await restarted.read(t.db, id, owner)).toBe(value)
  expect(done.out + pruned.out).not.toContain('planted')
})

test('reports missing input in a sentence, with a failing exit code', async () => {
  const noFile = await finish(start('--key-file', join(folder, 'none.key')))
  expect(noFile).toMatchObject({ code: 1, out: '' })
  expect(noFile.err).toMatch(/^The key file \S+ cannot be read \(ENOENT\): it does not exist/)
  const noBatch = await finish(start('--batch', '0'))
  expect(noBatch.err).toBe('--batch must be a positive integer.\n')
})
