// `npm run bench:tables [-- --rows 1000000] [--calls 200]`
// p50 and p99 of what people and workflows do with a table of a million rows, over HTTP and through the door.
import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'
import { createTableUse } from '../../server/src/slices/tables/index.ts'
import { startChildServer } from '../../server/test/child-server.ts'
import { withDatabase } from '../inbox/database.ts'
import { createBenchMember } from '../inbox/fill.ts'
import { columns, fill } from './fill.ts'
import { signIn } from './sign-in.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, calls: { type: 'string', default: '200' } },
})
const [rows, calls] = [Number(values.rows), Number(values.calls)]
const wanted = 50
// The deepest that the interface allows.
const deep = Math.min(100_000, rows - 100)
const deps = {
  live: { publish: () => undefined },
  limits: { maxTables: 100, maxColumns: 50, maxRows: 100_000_000, maxCellChars: 10_000 },
}
let short = false

const at = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0

/** One call after the other; `most` milliseconds are what the slowest hundredth may take. */
async function measure(title: string, call: (n: number) => Promise<unknown>, most?: number) {
  for (let n = 0; n < 5; n++) await call(n)
  const times: number[] = []
  for (let n = 5; n < calls + 5; n++) {
    const begun = performance.now()
    await call(n)
    times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  const [p50, p99] = [at(times, 0.5), at(times, 0.99)]
  const isShort = most !== undefined && p99 >= most
  short ||= isShort
  const verdict = most === undefined ? '' : `, wanted ${most} ms: ${isShort ? 'SHORT' : 'ok'}`
  console.log(`${title.padEnd(46)} p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${verdict}`)
}

type Get = (query: Record<string, unknown>, path?: string) => Promise<unknown>

async function measureReading(get: Get) {
  // What a request costs here that reads no row: all else comes on top of it.
  await measure('Floor: the ceilings of tables', () => get({}, 'limits'))
  await measure('Page 1, order of creation', () => get({}), wanted)
  for (const { key } of columns)
    for (const dir of ['asc', 'desc'])
      await measure(`Page 1, sorted by ${key} ${dir}`, () => get({ sort: key, dir }), wanted)
  await measure('Deep offset, order of creation', () => get({ offset: deep }), wanted)
  await measure('Deep offset, sorted by amount', () => get({ offset: deep, sort: 'amount' }), wanted)
  await measure('Deep offset, sorted by customer', () => get({ offset: deep, sort: 'customer' }), wanted)
  const one = (column: string, op: string, value: unknown) => ({ filter: [{ column, op, value }] })
  await measure('Filter: state = paid (200,000 rows)', () => get(one('state', 'eq', 'paid')), wanted)
  await measure('Filter: amount < n (other each time)', (n) => get(one('amount', 'lt', n)), wanted)
  await measure(
    'Filter: due on one day',
    (n) => get(one('due', 'eq', new Date(Date.UTC(2021, 0, n)).toISOString().slice(0, 10))),
    wanted,
  )
  await measure(
    'Filter: code = (find by key)',
    (n) => get(one('code', 'eq', `INV-${String(n * 37).padStart(8, '0')}`)),
    wanted,
  )
  await measure('Filter: email contains', (n) => get(one('email', 'contains', `laumi${n}@`)), wanted)
  await measure(
    'Filter: customer starts with',
    (n) => get(one('customer', 'startsWith', `karo${'kmrs'[n % 4]}`)),
    wanted,
  )
  await measure('Filter: paid and amount > 9000, by customer', (n) =>
    get({
      sort: 'customer',
      filter: [
        { column: 'paid', op: 'eq', value: true },
        { column: 'amount', op: 'gt', value: 9000 + n },
      ],
    }),
  )
  await measure('q: one invoice number', (n) => get({ q: String(n * 91).padStart(8, '0') }), wanted)
  await measure('q: two words', (n) => get({ q: `karoten laumi${n % 100}` }), wanted)
  await measure('q: nothing found', (n) => get({ q: `zzz${n}` }), wanted)
  await measure('q: a common syllable, most rows', () => get({ q: 'sol' }))
}

async function measureWriting(db: Database, tableId: string) {
  const use = createTableUse(deps)
  const code = (n: number) => `INV-${String(n * 53).padStart(8, '0')}`
  await measure(
    'Door: find by key',
    (n) =>
      db.transaction((tx) =>
        use.findRows(tx, tableId, { filters: [{ column: 'code', op: 'eq', value: code(n) }], limit: 1 }),
      ),
    wanted,
  )
  await measure('Door: insert', (n) =>
    db.transaction((tx) => use.insertRow(tx, tableId, { code: `NEW-${n}`, amount: n })),
  )
  await measure('Door: upsert, there', (n) =>
    db.transaction((tx) => use.upsertRow(tx, tableId, { code: code(n), amount: n })),
  )
  await measure('Door: upsert, new', (n) =>
    db.transaction((tx) => use.upsertRow(tx, tableId, { code: `UP-${n}` })),
  )
  await measure('Door: seen before', (n) =>
    db.transaction((tx) => use.seenBefore(tx, tableId, `SEEN-${n % 50}`)),
  )
}

await withDatabase(async (url) => {
  const db = openDatabase({ url, connections: 4, name: 'bench', onIdleError: () => undefined })
  const memberId = await createBenchMember(db)
  const begun = performance.now()
  const tableId = await fill(db, memberId, rows, deps)
  console.log(`${rows} rows written in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  await db.pool.query('vacuum analyze')
  const size = await db.row<{ size: string }>(sql`
    select pg_size_pretty(sum(pg_total_relation_size(oid))) as size from pg_class
    where relnamespace = 'table_data'::regnamespace and relkind = 'r'`)
  console.log(`${size?.size} on disk`)
  const headers = await signIn(db, memberId)
  const server = await startChildServer({ DATABASE_URL: url, MAILWRIGHT_LOG_LEVEL: 'error' })
  const get: Get = async (query, path = `${tableId}/rows`) => {
    const texts = Object.entries(query).map(([k, v]) => [
      k,
      typeof v === 'object' ? JSON.stringify(v) : String(v),
    ])
    const address = `${server.url}/api/v1/tables/${path}?${new URLSearchParams(Object.fromEntries(texts))}`
    const answer = await fetch(address, { headers })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${answer.status} ${text.slice(0, 500)}`)
  }
  try {
    await measureReading(get)
    await measureWriting(db, tableId)
    if (short) process.exitCode = 1
  } finally {
    await server.stop()
    await db.close()
  }
})
