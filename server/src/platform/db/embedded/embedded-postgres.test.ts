import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { DataFolderInUse } from './embedded-postgres.ts'
import {
  asRoot,
  cleanUp,
  killHard,
  newFolder,
  noneLeft,
  query,
  serverProcesses,
  start,
  startOwner,
} from './support.fixture.ts'

afterEach(cleanUp)

async function timed<T>(work: Promise<T>): Promise<[T, number]> {
  const begin = performance.now()
  return [await work, performance.now() - begin]
}

describe('starting and stopping', () => {
  test('the first start creates a database and a later start finds its rows, both quickly', async () => {
    const folder = newFolder()
    const [first, firstTime] = await timed(start(folder))
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    const [second, secondTime] = await timed(start(folder))
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(firstTime).toBeLessThan(60_000)
    expect(secondTime).toBeLessThan(15_000)
  })

  test('the database is UTF-8 with checksums, handles accented letters, and its role is not a superuser', async () => {
    const { url } = await start(newFolder())
    await query(url, 'create extension pg_trgm')
    const [row] = await query(
      url,
      `select current_user, current_database(), pg_encoding_to_char(encoding) as encoding, datlocale,
              current_setting('data_checksums') as checksums, current_setting('is_superuser') as superuser,
              current_setting('TimeZone') as zone, lower('ÉCOLE') as lower, similarity('É', 'é') as similarity
         from pg_database where datname = current_database()`,
    )
    expect(row).toEqual({
      current_user: 'mailwright',
      current_database: 'mailwright',
      encoding: 'UTF8',
      datlocale: 'C.UTF-8',
      checksums: 'on',
      superuser: 'off',
      zone: 'UTC',
      lower: 'école',
      similarity: 1,
    })
  })

  test('stop leaves no process, may be called twice, and releases the folder', async () => {
    const folder = newFolder()
    const postgres = await start(folder)
    expect(serverProcesses(folder).length).toBeGreaterThan(1)
    await Promise.all([postgres.stop(), postgres.stop()])
    await postgres.stop()
    expect(serverProcesses(folder)).toEqual([])
    expect(await postgres.exited).toEqual({ code: 0, signal: null })
    expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.lock'])
    await start(folder)
  })

  test.runIf(process.platform === 'linux')('Ctrl-C in the terminal does not reach the server', async () => {
    const folder = newFolder()
    await start(folder)
    const sessionOf = (pid: number | string) =>
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3]
    const sessions = serverProcesses(folder).map(sessionOf)
    expect(sessions).not.toContain(sessionOf('self'))
  })

  test('settings override the defaults, and the log arrives line by line', async () => {
    const lines: string[] = []
    const { url } = await start(newFolder(), (line) => lines.push(line))
    expect(await query(url, 'show shared_buffers')).toEqual([{ shared_buffers: '16MB' }])
    expect(await query(url, 'show max_connections')).toEqual([{ max_connections: '100' }])
    expect(
      lines.filter((line) => line.endsWith('database system is ready to accept connections')),
    ).toHaveLength(1)
  })
})

describe('one owner at a time', () => {
  test('rejects a folder in use by another process, with its name and pid', async () => {
    const folder = newFolder()
    const owner = startOwner(folder)
    await owner.report
    const rejection = await start(folder).catch((error: unknown) => error)
    expect(rejection).toBeInstanceOf(DataFolderInUse)
    expect(rejection).toMatchObject({
      pid: owner.child.pid,
      message: `The data folder ${folder} is in use by another Mailwright process (pid ${owner.child.pid}): stop that process or choose another data folder.`,
    })
  })

  test('the same process cannot start it twice either', async () => {
    const folder = newFolder()
    await start(folder)
    await expect(start(folder)).rejects.toBeInstanceOf(DataFolderInUse)
  })

  test('exactly one of three concurrent starts wins', async () => {
    const folder = newFolder()
    const reports = await Promise.all([1, 2, 3].map(() => startOwner(folder).report))
    expect(reports.filter((report) => report.url)).toHaveLength(1)
    expect(reports.filter((report) => report.name === 'DataFolderInUse')).toHaveLength(2)
  })
})

describe('difficult folders', () => {
  test('a path longer than the socket name limit works', async () => {
    const folder = join(newFolder(), 'very-long-'.repeat(9), 'é & space')
    const { url } = await start(folder)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test.runIf(asRoot)('as root, a parent folder that others cannot access works', async () => {
    const closed = newFolder()
    chmodSync(closed, 0o700)
    const { url } = await start(join(closed, 'data'))
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(statSync(closed).mode & 0o777).toBe(0o700)
  })

  test.runIf(asRoot)(
    'as root, the server runs under another account and only its folder changes owner',
    async () => {
      const folder = newFolder()
      await start(folder)
      expect(statSync(folder).uid).toBe(0)
      expect(statSync(join(folder, 'postgres')).uid).not.toBe(0)
      for (const pid of serverProcesses(folder)) expect(statSync(`/proc/${pid}`).uid).not.toBe(0)
    },
  )

  test.runIf(asRoot)(
    'an ordinary user starts it under its own account, and a kill leaves nothing behind',
    async () => {
      const folder = newFolder()
      chmodSync(folder, 0o777)
      const owner = startOwner(join(folder, 'data'), ['setpriv', '--reuid', 'nobody', '--clear-groups'])
      expect(await owner.report).toMatchObject({ url: expect.stringContaining('postgres://') })
      expect(statSync(join(folder, 'data/postgres')).uid).toBe(65534)
      await killHard(owner)
      expect(await noneLeft(join(folder, 'data'))).toBe(true)
    },
  )

  test.runIf(asRoot)('other local users cannot connect', async () => {
    const folder = newFolder()
    await start(folder)
    const socket = join(folder, 'postgres/.s.PGSQL.5432')
    const script = `require('net').connect(${JSON.stringify(socket)}).on('error', (e) => console.log(e.code))`
    const stranger = { uid: 12345, gid: 12345, encoding: 'utf8' } as const
    expect(spawnSync(process.execPath, ['-e', script], stranger).stdout.trim()).toBe('EACCES')
  })

  test('rejects a database of another major version and leaves it unchanged', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'postgres'))
    writeFileSync(join(folder, 'postgres/PG_VERSION'), '17\n')
    await expect(start(folder)).rejects.toThrow(
      /was created by PostgreSQL 17, but this Mailwright runs PostgreSQL 18/,
    )
    expect(readdirSync(join(folder, 'postgres'))).toEqual(['PG_VERSION'])
  })

  test.runIf(existsSync('/usr/bin/prlimit'))('reports a full disk in one sentence', async () => {
    const folder = newFolder()
    const owner = startOwner(folder, ['prlimit', '--fsize=2000000'])
    const { message } = await owner.report
    expect(message).toMatch(/^The database could not be created in .*File too large.*, then start again\.$/)
    expect(readdirSync(folder)).toEqual(['postgres.lock'])
  })
})
