import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const patienceMs = 30_000

/** Compares what was promised with what the database holds. */
export function createCheck(databaseUrl: string) {
  const open = () => new pg.Client({ connectionString: databaseUrl })

  async function look(workflowId: string, accepted: Map<string, string>) {
    const client = open()
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rows: runs } = await client.query<{ id: string; status: string }>(
        'select id, status from executions where workflow_id = $1',
        [workflowId],
      )
      const { rows: places } = await client.query<{ table: string; column: string }>(
        `select 'table_data.t_' || t.number as table, 'c_' || c.number as column
         from tables t join table_columns c on c.table_id = t.id where t.slug = 'calls' and c.key = 'key'`,
      )
      const [place] = places
      if (!place) throw new Error('the table is not there')
      const { rows } = await client.query<{ key: string; n: string }>(
        `select ${place.column} as key, count(*) as n from ${place.table} group by 1`,
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
      const until = Date.now() + patienceMs
      for (;;) {
        const found = await look(workflowId, accepted)
        if (found.open === 0 || Date.now() > until) return found
        await sleep(250)
      }
    },
    close: async () => undefined,
  }
}
