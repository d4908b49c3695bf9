import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPostmasterFile } from '../../src/platform/db/embedded/cluster-files.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/db/embedded/embedded-postgres.ts'
import { listPostgresIn, sendSignal } from '../../src/platform/db/embedded/processes.ts'
import { type ChildServer, startChildServer } from '../child-server.ts'
import { clientOf } from '../client.ts'
import { startArguments } from '../start-command.ts'

let dataDir: string
let children: ChildProcess[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mw-start-'))
  await chmod(dataDir, 0o711)
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  await postgres?.stop()
  postgres = undefined
  await expect.poll(() => listPostgresIn(pgdata())).toEqual([])
  await rm(dataDir, { recursive: true, force: true })
})

let postgres: EmbeddedPostgres | undefined

const pgdata = () => join(dataDir, 'postgres')

/** A start that is expected to fail or to wait. */
function launch(environment: Record<string, string>) {
  const child = spawn(process.execPath, startArguments, {
    env: {
      PATH: process.env.PATH,
      MAILWRIGHT_WEB_APP: 'off',
      PORT: '0',
      MAILWRIGHT_ATTACHMENT_CACHE_MB: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const exited = once(child, 'close').then(() => child.exitCode)
  return { exited, output: () => output }
}

/** Mounting needs root, and is not possible in every container. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'mw-mount-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]).status === 0
  if (isMounted) spawnSync('umount', [folder])
  rmdirSync(folder)
  return isMounted
}

const mountSmallDisk = (folder: string) =>
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=0711', 'tmpfs', folder]).status).toBe(0)

/** Writes until nothing fits any more. */
function fillDisk(path: string) {
  const file = openSync(path, 'w')
  try {
    for (const size of [1 << 20, 4096]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size))
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
      }
    }
  } finally {
    closeSync(file)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

describe('a start while the database of DATABASE_URL is away', { timeout: 120_000 }, () => {
  it('waits for it and says so', async () => {
    postgres = await startEmbeddedPostgres({ dataDir })
    const { url } = postgres
    await postgres.stop()
    const { output, exited } = launch({ DATABASE_URL: url })
    await expect.poll(output, { timeout: 30_000 }).toContain('waiting for the database')
    postgres = await startEmbeddedPostgres({ dataDir })
    await expect.poll(output, { timeout: 60_000 }).toContain('Mailwright is ready at ')
    children.at(-1)?.kill('SIGTERM')
    expect(await exited).toBe(0)
  })

  it('gives up with one sentence that does not show the password', async () => {
    const port = await freePort()
    const { output, exited } = launch({
      DATABASE_URL: `postgres://ada:top-secret@127.0.0.1:${port}/mailwright`,
      MAILWRIGHT_DATABASE_WAIT_SECONDS: '1',
      MAILWRIGHT_LOG_LEVEL: 'silent',
    })
    expect(await exited).toBe(1)
    expect(output()).toMatch(
      /^The database at 127\.0\.0\.1:\d+ has not answered for 1 s \([^\n]*ECONNREFUSED[^\n]*\): [^\n]+\.\n$/,
    )
    expect(output()).not.toContain('top-secret')
  })

  it('gives up on a server that accepts connections and never answers', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const { output, exited } = launch({
      DATABASE_URL: `postgres://ada@127.0.0.1:${port}/mailwright`,
      MAILWRIGHT_DATABASE_WAIT_SECONDS: '1',
      MAILWRIGHT_LOG_LEVEL: 'silent',
    })
    expect(await exited).toBe(1)
    expect(output()).toMatch(/^The database at 127\.0\.0\.1:\d+ has not answered [^\n]+\.\n$/)
    server.close()
  })

  it('does not wait for a database that rejects the connection', async () => {
    postgres = await startEmbeddedPostgres({ dataDir })
    const { output, exited } = launch({
      DATABASE_URL: postgres.url.replace('/mailwright?', '/missing?'),
      MAILWRIGHT_LOG_LEVEL: 'silent',
    })
    expect(await exited).toBe(1)
    expect(output()).toMatch(
      /^The database at \S+ rejected the connection \([^\n]*missing[^\n]*\): [^\n]+\.\n$/,
    )
  })

  it('rejects an address that cannot be read, without showing it', async () => {
    const { output, exited } = launch({ DATABASE_URL: 'postgres://ada:top-secret@[nonsense/mailwright' })
    expect(await exited).toBe(1)
    expect(output()).toMatch(/^DATABASE_URL is not a valid address: [^\n]+\.\n$/)
  })
})

describe('an embedded database that cannot be restarted', { timeout: 600_000 }, () => {
  const control = () => join(pgdata(), 'global', 'pg_control')
  let server: ChildServer

  /** PostgreSQL refuses to start without this file. */
  async function breakDatabase(environment: Record<string, string> = {}) {
    server = await startChildServer({ MAILWRIGHT_DATA_DIR: dataDir, ...environment })
    children.push(server.process)
    await rename(control(), `${control()}.away`)
    sendSignal(readPostmasterFile(pgdata())?.pid ?? 0, 'SIGKILL')
    await expect.poll(server.output, { timeout: 60_000 }).toContain('Restart 1 of PostgreSQL failed')
  }
  const readiness = async () => (await clientOf(server.url)('GET', '/readyz')).status

  it('keeps the port open with 503, and comes back when the cause is gone', async () => {
    await breakDatabase()
    expect(await readiness()).toBe(503)
    expect((await clientOf(server.url)('GET', '/healthz')).status).toBe(200)
    await rename(`${control()}.away`, control())
    await expect.poll(readiness, { timeout: 60_000 }).toBe(200)
    expect(await server.stop()).toBe(0)
  })

  it.skipIf(!canMount())('comes back when there is space on the disk again', async () => {
    mountSmallDisk(dataDir)
    try {
      server = await startChildServer({
        MAILWRIGHT_DATA_DIR: dataDir,
        MAILWRIGHT_DATABASE_WAIT_SECONDS: '600',
      })
      children.push(server.process)
      const filler = join(dataDir, 'filler')
      fillDisk(filler)
      const full = await clientOf(server.url)('GET', '/readyz')
      expect(full.status).toBe(503)
      expect(JSON.stringify(full.body)).toContain('cannot write, because its disk is full')
      sendSignal(readPostmasterFile(pgdata())?.pid ?? 0, 'SIGKILL')
      await expect.poll(server.output, { timeout: 180_000 }).toMatch(/Restart 2 of .*No space left on device/)
      expect(await readiness()).toBe(503)
      rmSync(filler)
      await expect.poll(readiness, { timeout: 180_000 }).toBe(200)
      expect(await server.stop()).toBe(0)
    } finally {
      server?.process.kill('SIGKILL')
      await expect.poll(() => listPostgresIn(pgdata()), { timeout: 180_000 }).toEqual([])
      spawnSync('umount', [dataDir])
    }
  })

  it('ends the process with a non-zero status and one sentence when that takes too long', async () => {
    await breakDatabase({ MAILWRIGHT_DATABASE_WAIT_SECONDS: '2' })
    await once(server.process, 'close')
    expect(server.process.exitCode).toBe(1)
    expect(server.output()).toMatch(
      /^Mailwright ends because its database exited and could not be restarted\. PostgreSQL did not start in \S+ \([^\n]+\): [^\n]+\.$/m,
    )
  })

  it('lets one signal end the process meanwhile', async () => {
    await breakDatabase()
    const closed = once(server.process, 'close')
    server.process.kill('SIGTERM')
    await closed
    expect(server.process.signalCode).toBeNull()
    expect(listPostgresIn(pgdata())).toEqual([])
  })
})
