import type pg from 'pg'
import { newId } from '../../server/src/platform/ids/ids.ts'
import { body, chain, draft, http, row, short } from './graphs.ts'
import type { Call } from './product.ts'

export type Scenario = {
  graph(call: Call): Promise<unknown> | unknown
  /** Executions per second to reach without a pause between calls. */
  target: number
  /** Executions per second at a steady pace. */
  paced: number
  /** Instead of the number that the command names. */
  clients?: number
}

async function createTable(call: Call) {
  await call('POST', '/api/v1/tables', {
    name: 'Orders',
    columns: [
      { key: 'key', label: 'Key', type: 'text' },
      { key: 'total', label: 'Total', type: 'number' },
    ],
  })
  return 'orders'
}

/** A mailbox of the administrator without a server, for drafts. */
async function createMailbox(pool: pg.Pool) {
  const id = newId()
  await pool.query(
    `insert into mailboxes (id, member_id, provider, address, servers)
     select $1, id, 'imap', 'orders@bench.test', '{}' from members where role = 'admin' limit 1`,
    [id],
  )
  return id
}

/** The workflows that are called, with the rates that they have to reach. */
export const createScenarios = (pool: pg.Pool, slowUrl: string): Record<string, Scenario> => ({
  short: { graph: () => short, target: 1000, paced: 1000 },
  chain: { graph: () => chain, target: 500, paced: 500 },
  row: { graph: async (call) => row(await createTable(call)), target: 1200, paced: 600 },
  http: { graph: () => http(slowUrl), target: 800, paced: 400, clients: 200 },
  draft: { graph: async () => draft(await createMailbox(pool)), target: 600, paced: 300 },
})

export const nextCall = (url: string) => (n: number) => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: body(`order-${n}`),
})
