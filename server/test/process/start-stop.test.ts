import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChildServer, startChildServer } from '../child-server.ts'
import { clientOf } from '../client.ts'

const main = fileURLToPath(new URL('../../src/main.js', import.meta.url))
let dataDir: string
let started: ChildServer[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mw-process-'))
  await chmod(dataDir, 0o711)
})
afterEach(async () => {
  for (const child of started) await child.kill()
  started = []
  await expect.poll(() => databaseProcesses()).toEqual([])
  await rm(dataDir, { recursive: true, force: true })
})

const start = async (environment: Record<string, string> = {}) => {
  const child = await startChildServer({ MAILWRIGHT_DATA_DIR: dataDir, ...environment })
  started.push(child)
  return child
}

/** PostgreSQL processes of our data folder, without zombies. */
const databaseProcesses = () =>
  globSync('/proc/[0-9]*/environ').flatMap((path) => {
    const pid = path.split('/')[2] ?? ''
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      const cwd = readFileSync(`/proc/${pid}/status`, 'utf8')
      return command.includes('postgres') && command.includes(dataDir) && !/State:\s+Z/.test(cwd) ? [pid] : []
    } catch {
      return []
    }
  })

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

const password = 'a quiet harbour at dusk'
const setUp = async ({ url, output }: ChildServer) => {
  const token = /token=(\S+)/.exec(output())?.[1]
  return clientOf(url)('POST', '/api/v1/auth/setup', {
    body: { token, email: 'ada@example.com', name: 'Ada', password },
  })
}
const signIn = (url: string) =>
  clientOf(url)('POST', '/api/v1/auth/login', { body: { email: 'ada@example.com', password } })

describe('the service', () => {
  it('prints one line with its address and, while no member exists, the set-up link', async () => {
    const first = await start()
    expect(first.output()).toMatch(
      /^Mailwright is ready at http:\/\/127\.0\.0\.1:\d+ - .*\/setup\?token=\S+\n$/,
    )
    expect((await setUp(first)).status).toBe(201)
    expect(await first.stop()).toBe(0)
    const second = await start()
    expect(second.output()).toMatch(/^Mailwright is ready at \S+\n$/)
    expect((await signIn(second.url)).status).toBe(200)
  })

  it('is ready only once the configured administrator can sign in', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const starting = start({
      PORT: String(port),
      MAILWRIGHT_ADMIN_EMAIL: 'ada@example.com',
      MAILWRIGHT_ADMIN_PASSWORD: password,
    })
    const isReady = () =>
      clientOf(url)('GET', '/readyz').then(
        ({ status }) => status === 200,
        () => false,
      )
    while (!(await isReady())) await sleep(2)
    expect((await signIn(url)).status).toBe(200)
    await starting
  })

  it('stops cleanly on Ctrl-C and leaves no process behind', async () => {
    const child = await start()
    expect(await child.stop()).toBe(0)
    expect(databaseProcesses()).toEqual([])
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'ends with its database when `npm start` gets %s',
    async (signal) => {
      const npm = spawn('npm', ['start'], {
        cwd: fileURLToPath(new URL('../../../', import.meta.url)),
        env: { ...process.env, MAILWRIGHT_WEB_APP: 'off', PORT: '0', MAILWRIGHT_DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let output = ''
      npm.stdout.on('data', (chunk: Buffer) => {
        output += chunk
      })
      await expect.poll(() => output).toContain('Mailwright is ready')
      npm.kill(signal)
      await expect.poll(databaseProcesses).toEqual([])
    },
  )

  it('rejects a second start in the same folder with a clear message', async () => {
    await start()
    const { status, stderr } = spawnSync(process.execPath, [main], {
      env: { PATH: process.env.PATH, MAILWRIGHT_WEB_APP: 'off', PORT: '0', MAILWRIGHT_DATA_DIR: dataDir },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^The data folder \S+ is in use by another Mailwright process \(pid \d+\): [^\n]+\.\n$/,
    )
  })

  it('restarts after kill -9 without orphans or data loss', async () => {
    const child = await start()
    expect((await setUp(child)).status).toBe(201)
    await child.kill()
    await expect.poll(databaseProcesses).toEqual([])
    const again = await start()
    expect((await signIn(again.url)).status).toBe(200)
  })

  it.skipIf(process.getuid?.() !== 0)('runs as an ordinary user too', async () => {
    const nobody = 65534
    await chown(dataDir, nobody, nobody)
    const child = await startChildServer(
      { MAILWRIGHT_DATA_DIR: dataDir, HOME: dataDir },
      { uid: nobody, gid: nobody },
    )
    started.push(child)
    expect((await setUp(child)).status).toBe(201)
    await child.kill()
    await expect.poll(databaseProcesses).toEqual([])
    const again = await startChildServer(
      { MAILWRIGHT_DATA_DIR: dataDir, HOME: dataDir },
      { uid: nobody, gid: nobody },
    )
    started.push(again)
    expect((await signIn(again.url)).status).toBe(200)
  })

  it('reports all invalid settings at once', () => {
    const { status, stderr } = spawnSync(process.execPath, [main], {
      env: {
        PATH: process.env.PATH,
        MAILWRIGHT_WEB_APP: 'off',
        PORT: 'many',
        MAILWRIGHT_ROLES: 'king',
        MAILWRIGHT_ADMIN_EMAIL: 'a@b.c',
      },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    for (const name of ['PORT', 'MAILWRIGHT_ROLES', 'MAILWRIGHT_ADMIN_PASSWORD'])
      expect(stderr).toContain(name)
    expect(stderr).not.toContain('    at ')
  })

  it('fails when its port is in use, and leaves no database running', async () => {
    const child = await start()
    const other = await mkdtemp(join(tmpdir(), 'mw-process-'))
    await chmod(other, 0o711)
    const { status, stderr } = spawnSync(process.execPath, [main], {
      env: {
        PATH: process.env.PATH,
        MAILWRIGHT_WEB_APP: 'off',
        PORT: new URL(child.url).port,
        MAILWRIGHT_DATA_DIR: other,
      },
      encoding: 'utf8',
    })
    await rm(other, { recursive: true, force: true })
    expect([status, stderr]).toEqual([1, expect.stringMatching(/EADDRINUSE/)])
  })
})
