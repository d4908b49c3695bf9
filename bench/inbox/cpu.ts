import { readFileSync } from 'node:fs'
import type { Database } from '../../server/src/platform/db/database.ts'
import { sql } from '../../server/src/platform/db/sql.ts'

// CPU time is comparable on a shared machine, unlike wall-clock time.

const ticksPerSecond = 100

/** CPU time of a process in milliseconds, all its threads included; 0 if it has ended. */
export function processCpuMs(pid: number): number {
  let stat = ''
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return 0
  }
  const fields = stat.split(') ').at(-1)?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000
}

/** CPU time in milliseconds of all connections to this database. */
export async function databaseCpuMs(db: Database): Promise<number> {
  const backends = await db.rows<{ pid: number }>(sql`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`)
  return backends.reduce((sum, { pid }) => sum + processCpuMs(pid), 0)
}

/** CPU time in microseconds of this process and of the database connections of that name. */
export async function createCpuClock(db: Database, name: string) {
  const backends = await db.rows<{ pid: number }>(sql`
    select pid from pg_stat_activity where application_name = ${name}`)
  const databaseCpu = () => backends.reduce((sum, { pid }) => sum + processCpuMs(pid) * 1000, 0)
  const ownCpu = () => {
    const { user, system } = process.cpuUsage()
    return user + system
  }
  return () => ({ database: databaseCpu(), ours: ownCpu() })
}
