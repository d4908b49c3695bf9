import type { Database } from '../db/database.ts'
import type { Log } from '../log/log.ts'
import { abandonedJobReport, reportTask } from './abandoned-jobs.ts'
import { addJobs } from './add-job.ts'
import type { HeartbeatState } from './heartbeat-state.ts'
import { isDead } from './place.ts'
import { adoptUnknownWorkers, processesAt, takeOver } from './processes.store.ts'

// Adopting unknown workers reads all jobs.
const adoptEverySweeps = 5

/** Abandoned jobs are reported by a job that commits with the takeover. */
const takeOverAll = (db: Database, self: string, dead: string[], mayDeclareDead: boolean) =>
  db.transaction(async (tx) => {
    const gone = await takeOver(tx, self, dead, mayDeclareDead)
    const reports = gone.flatMap(({ abandoned }) => abandoned).filter(({ task }) => task !== reportTask)
    await addJobs(
      tx,
      abandonedJobReport,
      reports.map((payload) => ({ payload })),
    )
    return gone
  })

/** Checks the other processes and takes over the jobs of dead ones. */
export function createProcessSweep(log: Log) {
  let sweeps = 0
  return async ({ db, self, lease }: HeartbeatState) => {
    const neighbours = self.place === null ? [] : await processesAt(db, self.place)
    const dead = neighbours.filter((p) => p.id !== self.id && isDead(Number(p.pid))).map((p) => p.id)
    const mayDeclareDead = lease.mayDeclareDead()
    if (!dead.length && !mayDeclareDead) return
    for (const { abandoned, ...gone } of await takeOverAll(db, self.id, dead, mayDeclareDead)) {
      const { id, roles, host, pid, silentMs, jobs } = gone
      log.warn({ process: id, roles, host, pid, silentMs, jobs }, 'took over the jobs of a dead process')
      for (const job of abandoned) log.error(job, 'abandoned a job whose process died too often')
    }
    if (mayDeclareDead && sweeps++ % adoptEverySweeps === 0) await adoptUnknownWorkers(db, self.id)
  }
}
