import type { Log } from '../log/log.ts'
import type { HeartbeatState } from './heartbeat-state.ts'
import { isDead } from './place.ts'
import { adoptUnknownWorkers, processesAt, takeOver } from './processes.store.ts'

// Adopting unknown workers reads all jobs.
const adoptEverySweeps = 5

/** Checks the other processes and takes over the jobs of dead ones. */
export function createProcessSweep(log: Log) {
  let sweeps = 0
  return async ({ db, self, lease }: HeartbeatState) => {
    const neighbours = self.place === null ? [] : await processesAt(db, self.place)
    const dead = neighbours.filter((p) => p.id !== self.id && isDead(Number(p.pid))).map((p) => p.id)
    const mayDeclareDead = lease.mayDeclareDead()
    if (!dead.length && !mayDeclareDead) return
    for (const { id, roles, host, pid, silentMs, jobs } of await takeOver(db, self.id, dead, mayDeclareDead))
      log.warn({ process: id, roles, host, pid, silentMs, jobs }, 'took over the jobs of a dead process')
    if (mayDeclareDead && sweeps++ % adoptEverySweeps === 0) await adoptUnknownWorkers(db, self.id)
  }
}
