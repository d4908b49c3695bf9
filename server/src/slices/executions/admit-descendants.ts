import { type NodeFault, permanent, transient } from '../../engine/index.ts'
import type { Config } from '../../platform/config/read-config.ts'
import type { Db } from '../../platform/db/database.ts'
import { countDescendants, takeFromRate } from './families.store.ts'

export type FamilyLimits = { maxDescendants: number; descendantsPerMinute: number }

type Settings = Pick<Config, 'executionMaxDescendants' | 'executionDescendantsPerMinute'>
export const familyLimitsOf = (config: Settings): FamilyLimits => ({
  maxDescendants: config.executionMaxDescendants,
  descendantsPerMinute: config.executionDescendantsPerMinute,
})

/** A run together with the run that started it all. */
type Descendant = { id: string; rootId: string | null }

export const rootOf = ({ id, rootId }: Descendant): string => rootId ?? id

/**
 * Counts runs that another one starts, in the caller's transaction. Returns why they may not start: workflows that call
 * themselves multiply with every level.
 */
export async function admitDescendants(
  db: Db,
  run: Descendant,
  amount: number,
  { maxDescendants, descendantsPerMinute }: FamilyLimits,
): Promise<NodeFault | undefined> {
  const rootId = rootOf(run)
  const waitSeconds = await takeFromRate(db, rootId, amount, descendantsPerMinute)
  if (waitSeconds > 0)
    return transient(
      'workflow.call_rate_limited',
      `The first run of this chain has started ${descendantsPerMinute} runs within a minute, which is the limit (MAILWRIGHT_EXECUTION_DESCENDANTS_PER_MINUTE).`,
      { rootExecutionId: rootId, retryAfterMs: waitSeconds * 1000 },
    )
  if (await countDescendants(db, rootId, amount, maxDescendants)) return undefined
  return permanent(
    'workflow.too_many_descendants',
    `The first run of this chain has started ${maxDescendants} runs, directly or through others, which is the limit (MAILWRIGHT_EXECUTION_MAX_DESCENDANTS).`,
    { rootExecutionId: rootId },
  )
}
