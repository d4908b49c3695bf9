import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const maxWaitMs = 120_000

/** Compares the accepted calls with the content of the database. */
export function createCheck(databaseUrl: string) {
  const open = () => new pg.Client({ connectionString: databaseUrl })

  async function compare(workflowId: string, accepted: Map<string, string>) {
    const client = open()
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rows: runs } = await client.query<{ id: string; status: string }>(
        'select id, status from executions where workflow_id = $1',
        [workflowId],
      )
      const { rows: columns } = await client.query<{ table: string; name: string }>(
        `select 'table_data.t_' || t.number as table, 'c_' || c.number as name
         from tables t join table_columns c on c.table_id = t.id where t.slug = 'calls' and c.key = 'key'`,
      )
      const [column] = columns
      if (!column) throw new Error('the table does not exist')
      const { rows } = await client.query<{ key: string; n: string }>(
        `select ${column.name} as key, count(*) as n from ${column.table} group by 1`,
      )
      const statusOf = new Map(runs.map(({ id, status }) => [id, status]))
      const rowsOf = new Map(rows.map(({ key, n }) => [key, Number(n)]))
      const ids = [...accepted.values()]
      const isOpen = (status: string | undefined) =>
        status !== undefined && !['succeeded', 'failed', 'cancelled'].includes(status)
      return {
        lost: ids.filter((id) => !statusOf.has(id)).length,
        twice: ids.length - new Set(ids).size,
        unfinished: ids.filter((id) => isOpen(statusOf.get(id))).length,
        failed: ids.filter((id) => statusOf.get(id) === 'failed').length,
        rowsWrong: [...accepted.keys()].filter((key) => rowsOf.get(key) !== 1).length,
        open: runs.filter(({ status }) => isOpen(status)).length,
      }
    } finally {
      await client.end()
    }
  }

  return {
    async wait(workflowId: string, accepted: Map<string, string>) {
      const until = Date.now() + maxWaitMs
      for (;;) {
        const found = await compare(workflowId, accepted)
        if (found.open === 0 || Date.now() > until) return found
        await sleep(250)
      }
    },
    close: async () => undefined,
  }
}
