import type { Health, Workflow } from '../workflows.queries.ts'

export type State = 'live' | 'paused' | 'draft' | 'archived'
type Group = 'trouble' | 'live' | 'draft' | 'archived'

export function stateOf(workflow: Workflow): State {
  if (workflow.archivedAt) return 'archived'
  if (!workflow.published) return 'draft'
  return workflow.pausedAt ? 'paused' : 'live'
}

/** A workflow whose last run failed waits for somebody; one that failed and then succeeded does not. */
function groupOf(workflow: Workflow): Group {
  const state = stateOf(workflow)
  if (state === 'archived') return 'archived'
  if (state === 'draft') return 'draft'
  return workflow.lastExecution?.status === 'failed' ? 'trouble' : 'live'
}

const order: readonly Group[] = ['trouble', 'live', 'draft', 'archived']

/** The workflows by what they want from the member; each group in the order of the service. */
export const groupWorkflows = (workflows: readonly Workflow[]) =>
  order
    .map((group) => ({ group, workflows: workflows.filter((one) => groupOf(one) === group) }))
    .filter((one) => one.workflows.length > 0)

export const totals = (health: ReadonlyMap<string, Health>) =>
  [...health.values()].reduce(
    (sum, { total, failed }) => ({ total: sum.total + total, failed: sum.failed + failed }),
    { total: 0, failed: 0 },
  )
