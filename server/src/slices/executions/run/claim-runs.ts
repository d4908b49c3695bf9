import type { Data } from '../../../engine/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { unpackSteps } from '../pack-steps.ts'
import { claimOrphans, maxCrashes } from './orphans.store.ts'
import type { RunState } from './run-one.ts'
import {
  claimDue,
  claimOpen,
  findParts,
  hasOpen,
  lockClaims,
  type OpenLimits,
  type OwnedRun,
  reclaimStrays,
} from './runs.store.ts'
import type { Suspects } from './suspects.ts'

export type ClaimedRun = { run: OwnedRun; state: RunState }

/** Loads the recorded state of runs. */
async function loadRunStates(db: Database, runs: OwnedRun[]): Promise<ClaimedRun[]> {
  // Those that will not be continued may have died of their own data.
  const continued = runs.filter(({ crashes }) => crashes < maxCrashes).map(({ id }) => id)
  const parts = Map.groupBy(await findParts(db, continued), ({ id }) => id)
  const claimed: ClaimedRun[] = []
  for (const run of runs) {
    const [first, ...rest] = parts.get(run.id) ?? []
    const triggerData: Data = first ? JSON.parse(first.content) : {}
    const contents = rest.map(({ content }) => content)
    const known = await unpackSteps(contents, triggerData)
    const knownBytes = contents.reduce((sum, content) => sum + content.length, 0)
    const nextPart = (rest.at(-1)?.part ?? 0) + 1
    claimed.push({ run, state: { triggerData, known, knownBytes, nextPart } })
  }
  return claimed
}

/** Lock, claim and commit are sent together. */
async function claimInTransaction(db: Database, owner: string, limits: OpenLimits): Promise<OwnedRun[]> {
  const { open } = await db.transaction(async (tx) => {
    const open = Promise.all([lockClaims(tx), claimOpen(tx, owner, limits)]).then(([, runs]) => runs)
    tx.sendLast(open)
    return { open }
  })
  return open
}

type ClaimDeps = {
  db: Database
  processId(): string
  defaultConcurrency: number
  maxPerMember: number
  suspects: Suspects
  /** Runs the claim while no run is inserted with this process as its owner. */
  whileNothingIsInserted<T>(claim: () => Promise<T>): Promise<T>
}

/** Claims runs that are due, whose owner is dead, or that have no owner. */
export async function claimRuns(
  deps: ClaimDeps,
  slots: number,
  known: string[] | undefined,
): Promise<{ claimed: ClaimedRun[]; hasMore: boolean }> {
  const { db, defaultConcurrency, maxPerMember, suspects } = deps
  const owner = deps.processId()
  const claimed: OwnedRun[] = []
  const free = () => slots - claimed.length
  if (suspects.mayClaim()) {
    claimed.push(...(await claimOrphans(db, owner, slots, suspects.isSettled())))
    suspects.add(claimed)
  }
  if (free() > 0 && known)
    claimed.push(...(await reclaimStrays(db, owner, [...known, ...claimed.map(({ id }) => id)], free())))
  const [due, hasMore] = await Promise.all([free() > 0 ? claimDue(db, owner, free()) : [], hasOpen(db)])
  due.sort((a, b) => (a.wakeAt < b.wakeAt ? -1 : a.wakeAt > b.wakeAt ? 1 : 0))
  claimed.push(...due)
  if (hasMore && free() > 0) {
    const limits = { defaultConcurrency, maxPerMember, limit: free() }
    claimed.push(...(await deps.whileNothingIsInserted(() => claimInTransaction(db, owner, limits))))
  }
  return { claimed: claimed.length > 0 ? await loadRunStates(db, claimed) : [], hasMore }
}
