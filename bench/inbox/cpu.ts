import { readFileSync } from 'node:fs'
import type { Database } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'

// Seconds of a clock say little on a machine that others use; seconds of a processor say the same there.

const ticksPerSecond = 100

/** Processor time, in microseconds, of this process and of the database's connections of that name. */
export async function createCpuClock(db: Database, name: string) {
  const found = await db.rows<{ pid: number }>(sql`
    select pid from pg_stat_activity where application_name = ${name}`)
  const ofDatabase = () =>
    found.reduce((sum, { pid }) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return sum + ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6
    }, 0)
  const ours = () => {
    const { user, system } = process.cpuUsage()
    return user + system
  }
  return () => ({ database: ofDatabase(), ours: ours() })
}
