// `npm run bench:waiting -- [--runs 10000]`
// Waiting runs cost one row each and no memory, and resume in the order of their deadlines.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded/embedded-postgres.ts'
import { type Product, publishHook, signIn, startProduct } from '../executions/product.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '10000' } } })
const runs = Number(values.runs)

const node = (id: string, type: string, params: object) => ({ id, type, version: 1, name: id, params })
const graph = {
  id: 'bench',
  workflowId: 'bench',
  nodes: [
    node('hook', 'trigger.webhook', {}),
    node('wait', 'flow.delay', { wait: { kind: 'until', date: '{{ trigger.body.until }}' } }),
    node('end', 'flow.set', { fields: [{ name: 'resumedAt', value: '{{ now }}' }] }),
  ],
  connections: [
    { from: 'hook', output: 'main', to: 'wait' },
    { from: 'wait', output: 'main', to: 'end' },
  ],
}

const folder = await mkdtemp(join(tmpdir(), 'mw-bench-waiting-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder })
const pool = new pg.Pool({ connectionString: postgres.url, max: 2 })
// PostgreSQL may be stopped before the last of these connections is closed.
pool.on('error', () => undefined)

const count = async (status: string) =>
  Number((await pool.query('select count(*) as n from executions where status = $1', [status])).rows[0].n)

/** Memory of a process that has just started and settled. */
async function idleMb(product: Product) {
  await sleep(8_000)
  const status = await readFile(`/proc/${product.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

async function callAll(hook: string, until: (i: number) => string) {
  let next = 0
  const client = async () => {
    while (next < runs) {
      const body = JSON.stringify({ until: until(next++) })
      const response = await fetch(hook, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      if (response.status !== 202) throw new Error(`unexpected status ${response.status}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: 20 }, client))
}

try {
  let product = await startProduct(postgres.url, folder)
  const empty = await idleMb(product)
  const { hook } = await publishHook(await signIn(product.url), product.url, 'Waits', graph)
  const first = Date.now() + 60_000
  // In random order, over ten seconds.
  await callAll(hook, (i) => new Date(first + ((i * 7_919) % 10_000)).toISOString())
  while ((await count('waiting')) < runs) await sleep(200)
  await product.stop()
  product = await startProduct(postgres.url, folder)
  const full = await idleMb(product)
  const waitingCount = await count('waiting')
  while ((await count('succeeded')) < runs) await sleep(500)
  const { rows } = await pool.query<{ deadline: string; resumed: string }>(`
    select p.content::json ->> 'until' as deadline, (
      select s ->> 'data' from json_array_elements(q.content::json) s where s ->> 'nodeId' = 'end')::json ->> 'resumedAt' as resumed
    from execution_parts p join lateral (
      select content from execution_parts where execution_id = p.execution_id order by part desc limit 1) q on true
    where p.part = 0 order by deadline`)
  let maxLateMs = 0
  let inversions = 0
  let last = ''
  for (const { deadline, resumed } of rows) {
    maxLateMs = Math.max(maxLateMs, Date.parse(resumed) - Date.parse(deadline))
    if (resumed < last) inversions++
    last = resumed > last ? resumed : last
  }
  await product.stop()
  const early = rows.filter(({ deadline, resumed }) => resumed < deadline).length
  console.log(
    `${waitingCount} waiting runs; idle memory of the service ${full.toFixed(0)} MB, without waiting runs ${empty.toFixed(0)} MB`,
  )
  console.log(
    `${rows.length} resumed; too early ${early}, out of order ${inversions}, at most ${maxLateMs} ms late`,
  )
  if (waitingCount !== runs || early > 0 || inversions > 0 || full - empty > 20) process.exitCode = 1
} finally {
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
