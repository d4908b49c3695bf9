import type { Static } from '@mailwright/contract/schema'
import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import { type Issue, isValid } from '@mailwright/contract/workflow-graph/validate'
import type { Workflow, WorkflowDetail } from '@mailwright/contract/workflows'
import { backgroundTurn } from '../../platform/concurrency/background-turns.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Locale } from '../../platform/http/call.ts'
import { maxQuickLength } from '../../platform/http/json-body.ts'
import { checkGraph, type Owner } from './check-graph.ts'
import type { LastExecution, LimitRange, WorkflowDeps, WorkflowLimits } from './ports.ts'
import { findGraphText } from './versions.store.ts'
import type { WorkflowRow } from './workflows.store.ts'

type View = Static<typeof Workflow>

// A maximum that is lowered later also applies to workflows that had chosen more.
const limitOf = (own: number | null, { default: defaultValue, max }: LimitRange) => ({
  effective: Math.min(own ?? defaultValue, max),
  default: defaultValue,
  max,
})

function viewOf(row: WorkflowRow, limits: WorkflowLimits, lastExecution: LastExecution | null): View {
  const { memberId: _, ...shown } = row
  return {
    ...shown,
    published: row.publishedVersion !== null,
    executionLimits: {
      maxConcurrency: limitOf(row.maxConcurrency, limits.maxConcurrency),
      executionTimeoutMs: limitOf(row.executionTimeoutMs, limits.executionTimeoutMs),
    },
    lastExecution,
  }
}

export async function describeWorkflows(db: Db, deps: WorkflowDeps, rows: WorkflowRow[]): Promise<View[]> {
  const last = await deps.ports.findLastExecutions(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => viewOf(row, deps.limits, last.get(row.id) ?? null))
}

export const issuesFor = (issues: readonly Issue[], locale: Locale) =>
  issues.map((one) => ({ ...one, message: one.message[locale] }))

/** The draft, or the published version when there is none. */
export function shownVersion({ draftVersion, publishedVersion }: WorkflowRow) {
  const shown = draftVersion ?? publishedVersion
  if (!shown) throw new Error('a workflow has neither a draft nor a published version')
  return shown
}

/** A long one in a turn of its own: several that arrive together would block the event loop. */
async function readGraph(db: Db, versionId: string, { memberId }: Owner) {
  const text = await findGraphText(db, versionId)
  if (text.length > maxQuickLength) await backgroundTurn({ owner: memberId, isRequest: true })
  return JSON.parse(text) as Graph
}

export async function describeDetail(
  db: Db,
  deps: WorkflowDeps,
  row: WorkflowRow,
  { caller, locale }: { caller: Owner; locale: Locale },
): Promise<Static<typeof WorkflowDetail>> {
  const [view] = await describeWorkflows(db, deps, [row])
  if (!view) throw new Error('no description for the workflow')
  const graph = await readGraph(db, shownVersion(row).id, caller)
  const issues = await checkGraph(db, deps, caller, graph)
  return { ...view, graph, validation: { valid: isValid(issues), issues: issuesFor(issues, locale) } }
}
