import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { listPostgresIn, waitUntil } from './processes.ts'

type Report = { url?: string; name?: string; message?: string }
export type Owner = { child: ChildProcess; report: Promise<Report> }

const folders: string[] = []
const running: EmbeddedPostgres[] = []
const owners: ChildProcess[] = []

export const asRoot = process.getuid?.() === 0

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mw-pg-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

export async function start(
  dataDir: string,
  log?: (line: string) => void,
  more: { maxOutageMs?: number } = {},
): Promise<EmbeddedPostgres> {
  const settings = { fsync: 'off', shared_buffers: '16MB' }
  const postgres = await startEmbeddedPostgres({ dataDir, settings, ...(log ? { log } : {}), ...more })
  running.push(postgres)
  return postgres
}

/** `prefix` runs it under other conditions, such as `['setpriv', '--reuid', '65534']`. */
export function startOwner(dataDir: string, prefix: string[] = []): Owner {
  const fixture = fileURLToPath(new URL('./owner.fixture.ts', import.meta.url))
  const [program = '', ...args] = [...prefix, process.execPath, fixture, dataDir]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  owners.push(child)
  const report = new Promise<Report>((resolve) => {
    const lines = createInterface({ input: child.stdout })
    lines.once('line', (line) => resolve(JSON.parse(line)))
    lines.once('close', () => resolve({}))
  })
  return { child, report }
}

export async function killHard(owner: Owner): Promise<void> {
  const gone = new Promise((resolve) => owner.child.once('exit', resolve))
  owner.child.kill('SIGKILL')
  await gone
}

export async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

export const noneLeft = (dataDir: string, milliseconds = 60_000) =>
  waitUntil(() => serverProcesses(dataDir).length === 0, milliseconds)

export function serverProcesses(dataDir: string): number[] {
  const names = readdirSync(dataDir).filter((name) => /^postgres($|\.unfinished)/.test(name))
  return names.flatMap((name) => listPostgresIn(join(dataDir, name)))
}

export async function cleanUp(): Promise<void> {
  for (const postgres of running.splice(0)) await postgres.stop()
  for (const child of owners.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) {
    await noneLeft(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}
