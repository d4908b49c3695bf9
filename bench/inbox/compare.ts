// `npm run bench:inbox-compare -- --base <another checkout> [--messages 40000] [--rounds 6] [--seconds 2] [--only Thread]`
// Compares the inbox of this checkout with that of another one in a single run: both services run side by side on
// databases with the same mail, and take turns under load, so that a noisy machine is noisy for both. For every target:
// latency of the paced load, and requests per second and CPU time per request (service, database) without a pause.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { callPaced, callUnpaced, type LoadResult } from '../load/loads.ts'
import { signIn } from '../load/sign-in.ts'
import { databaseCpuMs, processCpuMs } from './cpu.ts'
import { type Target, targetsOf } from './targets.ts'

const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    messages: { type: 'string', default: '40000' },
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  },
})
if (!values.base) throw new Error('--base names the folder of the checkout to compare with')
const [rounds, seconds, clients, rate] = [Number(values.rounds), Number(values.seconds), 20, 200]

async function startService(root: string, databaseUrl: string) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const child = spawn(process.execPath, scripts.start.replace(/^.*?\bnode /, '').split(' '), {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: databaseUrl, MAILWRIGHT_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const url = await new Promise<string>((done, fail) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      const address = /ready at (\S+)/.exec(output)?.[1]
      if (address) done(address)
    })
    child.once('exit', (code) => fail(new Error(`the service of ${root} exited with ${code}: ${output}`)))
  })
  const stop = async () => {
    child.kill('SIGINT')
    await once(child, 'exit')
  }
  return { url, pid: child.pid ?? 0, stop }
}

async function fill(root: string, databaseUrl: string) {
  const child = spawn(
    process.execPath,
    [join(root, 'bench/inbox/fill.ts'), '--messages', values.messages, '--url', databaseUrl],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const [status] = await once(child, 'exit')
  if (status !== 0) throw new Error(`filling the mailboxes exited with ${status}`)
}

/** The service of a checkout on a database of its own, filled by the same checkout. */
async function startSide(root: string, databaseUrl: string) {
  const service = await startService(root, databaseUrl)
  await fill(root, databaseUrl)
  const db = openDatabase({ url: databaseUrl, connections: 1, name: 'compare', onIdleError: () => undefined })
  await db.pool.query('vacuum analyze')
  const memberId = (await db.row<{ id: string }>(sql`select id from members`))?.id ?? ''
  const headers = await signIn(db, memberId)
  const get = async (path: string) =>
    (await (await fetch(`${service.url}/api/v1${path}`, { headers })).json()) as { nextCursor: string | null }
  const targets = await targetsOf(db, get)
  const loadOf = ({ paths }: Target) => {
    const next = () => ({
      url: `${service.url}/api/v1${paths[Math.floor(Math.random() * paths.length)]}`,
      method: 'GET',
      headers,
    })
    return { url: service.url, clients, seconds, next }
  }
  const paced = (target: Target) => callPaced({ ...loadOf(target), rate: rate * target.share })
  const unpaced = async (target: Target) => {
    const [service0, database0] = [processCpuMs(service.pid), await databaseCpuMs(db)]
    const load = await callUnpaced(loadOf(target))
    const [service1, database1] = [processCpuMs(service.pid), await databaseCpuMs(db)]
    return { ...load, service: service1 - service0, database: database1 - database0 }
  }
  const stop = async () => {
    await service.stop()
    await db.close()
  }
  return { targets, paced, unpaced, stop }
}
type Side = Awaited<ReturnType<typeof startSide>>

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)

type Unpaced = LoadResult & { service: number; database: number }

function line(title: string, paced: LoadResult[], unpaced: Unpaced[]) {
  const calls = sum(unpaced.map(({ accepted }) => accepted))
  const per = (pick: (load: Unpaced) => number) => (sum(unpaced.map(pick)) / calls).toFixed(2)
  const of = (pick: (load: LoadResult) => number) => median(paced.map(pick)).toFixed(1)
  const perSecond = median(unpaced.map((load) => load.accepted / load.seconds)).toFixed(0)
  return `  ${title.padEnd(5)} paced p50 ${of((l) => l.p50)} p99 ${of((l) => l.p99)} ms; unpaced ${perSecond}/s, CPU per request ${per((l) => l.service)} ms service, ${per((l) => l.database)} ms database`
}

async function compare(base: Side, here: Side, index: number) {
  const sides = [
    { title: 'base', side: base, paced: [] as LoadResult[], unpaced: [] as Unpaced[] },
    { title: 'this', side: here, paced: [] as LoadResult[], unpaced: [] as Unpaced[] },
  ]
  for (let round = 0; round <= rounds; round++) {
    for (const { side, paced, unpaced } of round % 2 ? sides.toReversed() : sides) {
      const target = side.targets[index] as Target
      const [unpacedLoad, pacedLoad] = [await side.unpaced(target), await side.paced(target)]
      if (round === 0) continue // warm-up
      unpaced.push(unpacedLoad)
      paced.push(pacedLoad)
    }
  }
  console.log(base.targets[index]?.title)
  for (const { title, paced, unpaced } of sides) console.log(line(title, paced, unpaced))
}

const dataDir = await mkdtemp(join(tmpdir(), 'mw-compare-'))
const postgres = await startEmbeddedPostgres({ dataDir })
const admin = openDatabase({
  url: postgres.url,
  connections: 1,
  name: 'compare',
  onIdleError: () => undefined,
})
try {
  const databaseOf = async (name: string) => {
    await admin.pool.query(`create database ${name}`)
    return postgres.url.replace('/mailwright?', `/${name}?`)
  }
  const base = await startSide(resolve(values.base), await databaseOf('base'))
  const here = await startSide(fileURLToPath(new URL('../..', import.meta.url)), await databaseOf('this'))
  for (const [index, { title }] of base.targets.entries())
    if (title.startsWith(values.only)) await compare(base, here, index)
  await here.stop()
  await base.stop()
} finally {
  await admin.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
