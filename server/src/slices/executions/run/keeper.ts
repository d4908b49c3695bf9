import type { Data, NodePorts, RunKeeper, StepAbout, StepRecord } from '../../../engine/index.ts'
import { RunLost } from '../../../engine/index.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { packSteps } from '../pack-steps.ts'
import { createTurn } from './in-turn.ts'
import { fenceRun, insertPart, markRunning, type OwnedRun } from './runs.store.ts'

/** Binds the ports to the run, and to the transaction that records the step; without one, for reading and calling. */
export type BindPorts = (db: Db, about: StepAbout, run: OwnedRun) => NodePorts

export type KeeperDeps = {
  db: Database
  processId(): string
  bindPorts: BindPorts
  stoppedEffects: RunKeeper['stoppedEffects']
}

/** What is known of a run in its present life. */
export type Life = { run: OwnedRun; owner: string; startedAt: string; nextPart: number; triggerData: Data }

class Rehearsed extends Error {}

/** Writes what is to be written of a run, as long as it is ours. */
export async function writeAsOwner<T>(db: Database, life: Life, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    if (!(await fenceRun(tx, life.owner, life.run))) throw new RunLost()
    return work(tx)
  })
}

export async function addPart(tx: Db, life: Life, steps: StepRecord[]) {
  if (steps.length === 0) return
  await insertPart(tx, life.run.id, life.nextPart, packSteps(steps, life.triggerData))
  tx.afterCommit(() => void life.nextPart++)
}

export function createKeeper({ db, bindPorts, stoppedEffects }: KeeperDeps, life: Life): RunKeeper {
  const { run } = life
  const portsOf = (tx: Db) => (about: StepAbout) => bindPorts(tx, about, run)
  // Parallel branches write one after the other: parts are numbered.
  const inTurn = createTurn()
  return {
    db,
    stoppedEffects,
    ports: portsOf(db),
    transact: (work) =>
      inTurn(() =>
        writeAsOwner(db, life, async (tx) => {
          await addPart(tx, life, await work(portsOf(tx)))
          await markRunning(tx, run.id, life.startedAt)
        }),
      ),
    save: (steps) =>
      inTurn(() =>
        writeAsOwner(db, life, async (tx) => {
          await addPart(tx, life, steps)
          await markRunning(tx, run.id, life.startedAt)
        }),
      ),
    async rehearse<T>(work: (portsOf: (about: StepAbout) => NodePorts) => Promise<T>) {
      let result: { value: T } | undefined
      await db
        .transaction(async (tx) => {
          result = { value: await work(portsOf(tx)) }
          throw new Rehearsed()
        })
        .catch((error) => {
          if (!(error instanceof Rehearsed)) throw error
        })
      if (!result) throw new Error('nothing was rehearsed')
      return result.value
    },
  }
}
