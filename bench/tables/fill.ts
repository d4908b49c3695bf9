import type { Database } from '../../server/src/platform/db/database.ts'
import { createTable } from '../../server/src/slices/tables/create-table.ts'
import type { TableDeps } from '../../server/src/slices/tables/ports.ts'
import { readValues } from '../../server/src/slices/tables/read-values.ts'
import { insertRows } from '../../server/src/slices/tables/rows.store.ts'
import type { Values } from '../../server/src/slices/tables/table.ts'
import { shareTable } from '../../server/src/slices/tables/use-table.ts'

const states = ['open', 'waiting', 'sent', 'paid', 'lost']
export const columns = [
  { key: 'code', label: 'Code', isKey: true },
  { key: 'customer', label: 'Customer' },
  { key: 'amount', label: 'Amount', type: 'number' as const },
  { key: 'paid', label: 'Paid', type: 'boolean' as const },
  { key: 'due', label: 'Due', type: 'date' as const },
  { key: 'seen', label: 'Seen', type: 'datetime' as const },
  {
    key: 'state',
    label: 'State',
    type: 'select' as const,
    options: states,
  },
  { key: 'email', label: 'Email', type: 'email' as const },
]

// Deterministic, so that runs are comparable.
let seed = 1
function random(below: number): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}
const syllables = ['ka', 'ro', 'mi', 'ten', 'lau', 'ver', 'sol', 'dri', 'neu', 'bar', 'ist', 'on']
const word = () => Array.from({ length: 2 + random(2) }, () => syllables[random(syllables.length)]).join('')
const day = () => new Date(Date.UTC(2020, 0, 1 + random(2500))).toISOString()

function rowOf(n: number): Values {
  const [first, last] = [word(), word()]
  return {
    code: `INV-${String(n).padStart(8, '0')}`,
    customer: `${first} ${last} ${word()}`,
    amount: random(1_000_000) / 100,
    paid: random(10) < 3,
    due: random(20) === 0 ? null : day().slice(0, 10),
    seen: day(),
    state: states[random(5)] ?? null,
    email: `${first}.${last}${random(1000)}@example.com`,
  }
}

/** Creates a table with this many rows through the product's own store. */
export async function fill(db: Database, memberId: string, rows: number, deps: TableDeps): Promise<string> {
  const caller = {
    memberId,
    email: '',
    role: 'admin',
    settings: {},
    via: { kind: 'session', sessionId: '' },
  } as const
  const { table } = await db.transaction((tx) =>
    createTable(tx, { caller, ip: '127.0.0.1' }, { name: 'Bench', columns, keyUnique: true }, deps),
  )
  const batch = 5_000
  for (let at = 0; at < rows; at += batch)
    await db.transaction(async (tx) => {
      const loadedTable = await shareTable(tx, table.id)
      const batchRows = Array.from({ length: Math.min(batch, rows - at) }, (_, i) => rowOf(at + i))
      await insertRows(
        tx,
        loadedTable,
        batchRows.map((values) => readValues(loadedTable, values, 'insert', 10_000)),
      )
    })
  return table.id
}
