import type { Log } from '../log/log.ts'
import { isDead } from './place.ts'
import { adoptUnknownWorkers, processesAt, takeOver } from './processes.store.ts'
import type { Pulse } from './pulse.ts'

const adoptEvery = 5

/** A look at the other processes: takes over the jobs of the dead. */
export function createWatch(log: Log) {
  let looks = 0
  return async ({ db, self, lease }: Pulse) => {
    const neighbours = self.place === null ? [] : await processesAt(db, self.place)
    const dead = neighbours.filter((p) => p.id !== self.id && isDead(Number(p.pid))).map((p) => p.id)
    const mayJudge = lease.mayJudge()
    if (!dead.length && !mayJudge) return
    for (const { id, roles, host, pid, silentMs, jobs } of await takeOver(db, self.id, dead, mayJudge))
      log.warn({ process: id, roles, host, pid, silentMs, jobs }, 'took over the jobs of a dead process')
    if (mayJudge && looks++ % adoptEvery === 0) await adoptUnknownWorkers(db, self.id)
  }
}
