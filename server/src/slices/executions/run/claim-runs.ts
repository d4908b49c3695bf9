import type { Data } from '../../../engine/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { unpackSteps } from '../pack-steps.ts'
import type { RunState } from './run-one.ts'
import {
  claimDue,
  claimOpen,
  claimOrphans,
  findParts,
  hasOpen,
  lockClaims,
  type OwnedRun,
  reclaimStrays,
} from './runs.store.ts'

export type ClaimedRun = { run: OwnedRun; state: RunState }

/** Loads the recorded state of runs. */
async function loadRunStates(db: Database, runs: OwnedRun[]): Promise<ClaimedRun[]> {
  const parts = Map.groupBy(
    await findParts(
      db,
      runs.map(({ id }) => id),
    ),
    ({ id }) => id,
  )
  return runs.map((run) => {
    const [first, ...rest] = parts.get(run.id) ?? []
    const triggerData: Data = first ? JSON.parse(first.content) : {}
    const known = unpackSteps(
      rest.map(({ content }) => content),
      triggerData,
    )
    return { run, state: { triggerData, known, nextPart: (rest.at(-1)?.part ?? 0) + 1 } }
  })
}

type ClaimDeps = {
  db: Database
  processId(): string
  defaultConcurrency: number
  exclusively<T>(work: () => Promise<T>): Promise<T>
}

/** Claims runs that are due, whose owner is dead, or that have no owner. */
export async function claimRuns(
  deps: ClaimDeps,
  slots: number,
  known: string[] | undefined,
): Promise<{ claimed: ClaimedRun[]; hasMore: boolean }> {
  const { db, defaultConcurrency } = deps
  const owner = deps.processId()
  const due = await claimDue(db, owner, slots)
  due.sort((a, b) => (a.wakeAt < b.wakeAt ? -1 : a.wakeAt > b.wakeAt ? 1 : 0))
  const claimed: OwnedRun[] = [...due]
  const free = () => slots - claimed.length
  if (free() > 0) claimed.push(...(await claimOrphans(db, owner, free())))
  if (free() > 0 && known)
    claimed.push(...(await reclaimStrays(db, owner, [...known, ...claimed.map(({ id }) => id)], free())))
  const hasMore = await hasOpen(db)
  if (hasMore && free() > 0)
    claimed.push(
      ...(await deps.exclusively(() =>
        db.transaction(async (tx) => {
          await lockClaims(tx)
          return claimOpen(tx, owner, defaultConcurrency, free())
        }),
      )),
    )
  return { claimed: claimed.length > 0 ? await loadRunStates(db, claimed) : [], hasMore }
}
