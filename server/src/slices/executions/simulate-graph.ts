import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import { createPlan, runGraph, type StepRecord } from '../../engine/index.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids/ids.ts'
import { checkTestScopes } from '../workflows/index.ts'
import { type ExecutionDeps, triggerRoot } from './ports.ts'
import { createRunRecorder } from './run/run-recorder.ts'
import { createStepBatches } from './run/step-batches.ts'
import { findChosen } from './run-workflow.ts'

const timeoutMs = 60_000

export type Simulated = {
  /** `skipped`: the graph has no trigger for this. */
  status: 'succeeded' | 'failed' | 'waiting' | 'skipped'
  error: string | null
  /** Ids of the nodes that ran, in order. */
  nodes: string[]
}

/** Runs a graph that is not saved, on a message or without one, without effects and without a trace. */
export async function simulateGraph(
  db: Database,
  deps: ExecutionDeps,
  caller: Caller,
  graph: Graph,
  messageId: string | null,
): Promise<Simulated> {
  const { memberId } = caller
  const triggers = graph.nodes.filter(({ type }) => type.startsWith('trigger.'))
  const trigger = messageId ? triggers.find(({ type }) => type === 'trigger.message') : triggers[0]
  if (!trigger) return { status: 'skipped', error: null, nodes: [] }
  checkTestScopes(deps, caller, { graph, starts: [trigger.id] }, messageId ? ['messages:read'] : [])
  const [message] = messageId ? await findChosen(db, deps, memberId, [messageId]) : []
  const plan = createPlan(graph, await deps.findNodeTypes(db, { memberId, graph }))
  const about = { memberId, mailboxId: message?.mailboxId ?? null, messageId: message?.id ?? null }
  const [id, workflowId] = [newId(), newId()]
  const run = {
    id,
    epoch: 0,
    workflowId,
    versionId: workflowId,
    ...about,
    simulated: true,
    parentId: null,
    rootId: null,
    depth: 0,
    triggerNodeId: trigger.id,
    triggerType: trigger.type,
    calls: 0,
    activeMs: 0,
    createdAt: '',
    startedAt: null,
    crashes: 0,
  }
  const now = new Date().toISOString()
  const triggerData = message ? { messageId: message.id } : {}
  const { log, processId, stoppedEffects, ports } = deps
  const recorder = createRunRecorder(
    { db, log, batches: createStepBatches(db), bindPorts: ports.bindPorts, processId, stoppedEffects },
    { run, owner: '', startedAt: now, nextPart: 1, triggerData },
  )
  const steps: StepRecord[] = []
  const keep = async (more: StepRecord[]) => void steps.push(...more)
  const outcome = await runGraph({
    plan,
    triggerNodeId: trigger.id,
    triggerData,
    known: [],
    knownBytes: 0,
    limits: deps.limits.run,
    steps: {},
    roots: {
      ...(await ports.loadRoots(db, about, plan.roots)),
      trigger: triggerRoot({ triggerType: trigger.type }, { triggerData }),
    },
    simulated: true,
    facts: { executionId: id, workflowId, ...about, now, timeZone: 'UTC' },
    recorder: { ...recorder, save: keep, checkpoint: keep },
    signal: AbortSignal.timeout(timeoutMs),
  })
  return {
    status: outcome.status,
    error: outcome.status === 'failed' ? outcome.error.message : null,
    nodes: [...new Set([...steps, ...outcome.steps].map(({ nodeId }) => nodeId))],
  }
}
