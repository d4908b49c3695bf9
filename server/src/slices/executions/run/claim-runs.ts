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

/** What runs hold, as it was written down. */
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

/** Makes runs this process's own: whose time has come, whose owner died, and those that nobody has. */
export async function claimRuns(
  deps: ClaimDeps,
  room: number,
  known: string[] | undefined,
): Promise<{ claimed: ClaimedRun[]; isLeft: boolean }> {
  const { db, defaultConcurrency } = deps
  const owner = deps.processId()
  const due = await claimDue(db, owner, room)
  due.sort((a, b) => (a.wakeAt < b.wakeAt ? -1 : a.wakeAt > b.wakeAt ? 1 : 0))
  const claimed: OwnedRun[] = [...due]
  const left = () => room - claimed.length
  if (left() > 0) claimed.push(...(await claimOrphans(db, owner, left())))
  if (left() > 0 && known)
    claimed.push(...(await reclaimStrays(db, owner, [...known, ...claimed.map(({ id }) => id)], left())))
  const isLeft = await hasOpen(db)
  if (isLeft && left() > 0)
    claimed.push(
      ...(await deps.exclusively(() =>
        db.transaction(async (tx) => {
          await lockClaims(tx)
          return claimOpen(tx, owner, defaultConcurrency, left())
        }),
      )),
    )
  return { claimed: claimed.length > 0 ? await loadRunStates(db, claimed) : [], isLeft }
}
