// `npm run bench:start -- [--starts 7] [--idle 75]`
// Time from the start of the process to the first 200 of /readyz, service and embedded database together, with an existing
// data folder, as the median of several starts; then the memory of both after a time without requests (Linux): the resident
// set of the service, all of it, and the proportional sets of the database's processes, which share most of theirs.
// Targets: 1.5 s and 200 MB. `npm start` adds the time and the memory of npm itself.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startArguments } from '../../server/test/start-command.ts'

const { values } = parseArgs({
  options: { starts: { type: 'string', default: '7' }, idle: { type: 'string', default: '75' } },
})
const dataDir = await mkdtemp(join(tmpdir(), 'mw-start-'))

async function start() {
  const startedAt = performance.now()
  const child = spawn(process.execPath, startArguments, {
    env: {
      ...process.env,
      MAILWRIGHT_DATA_DIR: dataDir,
      PORT: '0',
      MAILWRIGHT_LOG_LEVEL: 'error',
      MAILWRIGHT_ADMIN_EMAIL: 'admin@bench.test',
      MAILWRIGHT_ADMIN_PASSWORD: 'correct horse battery staple 9',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    const url = /ready at (\S+)/.exec(output)?.[1]
    if (!url) continue
    while ((await fetch(new URL('/readyz', url)).catch(() => undefined))?.status !== 200) await sleep(5)
    break
  }
  return { child, seconds: (performance.now() - startedAt) / 1000 }
}

async function stop(child: ChildProcess) {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function childrenOf(pid: number): Promise<number[]> {
  const children: number[] = []
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : ''
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid)
      children.push(Number(name), ...(await childrenOf(Number(name))))
  }
  return children
}

async function databasePids() {
  const postmaster = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
  return [postmaster, ...(await childrenOf(postmaster))]
}

async function megabytesOf(pids: number[], kind: 'Rss' | 'Pss') {
  const texts = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')),
  )
  const kilobytes = texts.map((text) => Number(new RegExp(`^${kind}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0))
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024
}

try {
  const first = await start()
  console.log(`first start, with an empty data folder: ${first.seconds.toFixed(2)} s`)
  await stop(first.child)
  const times: number[] = []
  for (let n = 1; n < Number(values.starts); n++) {
    const { child, seconds } = await start()
    times.push(seconds)
    await stop(child)
  }
  const last = await start()
  times.push(last.seconds)
  times.sort((a, b) => a - b)
  const median = times[Math.floor(times.length / 2)] ?? 0
  console.log(
    `warm start: ${median.toFixed(2)} s (${times.map((one) => one.toFixed(2)).join(', ')}): ${median < 1.5 ? 'ok' : 'MISSED'}`,
  )
  await sleep(Number(values.idle) * 1000)
  const service = await megabytesOf([last.child.pid ?? 0], 'Rss')
  const database = await megabytesOf(await databasePids(), 'Pss')
  const total = service + database
  console.log(
    `idle for ${values.idle} s: service ${service.toFixed(0)} MB, database ${database.toFixed(0)} MB, ` +
      `together ${total.toFixed(0)} MB: ${total < 200 ? 'ok' : 'MISSED'}`,
  )
  await stop(last.child)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
