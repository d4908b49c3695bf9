import { createPlan, runGraph } from '../../engine/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids/ids.ts'
import { checkTestScopes } from '../workflows/index.ts'
import { type Data, type ExecutionDeps, triggerRoot } from './ports.ts'
import { createRunRecorder } from './run/run-recorder.ts'
import { createStepBatches } from './run/step-batches.ts'
import { findChosen } from './run-workflow.ts'
import { checkTriggerData, findTestable } from './test-workflow.ts'
import { toStep } from './to-step.ts'

type Input = { input?: Data; steps?: Data; messageId?: string; triggerData?: Data }

const timeoutMs = 25_000

const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Runs a single node of the draft on the given input, without effects. */
export async function runNode(
  db: Database,
  deps: ExecutionDeps,
  caller: Caller,
  { id, nodeId }: { id: string; nodeId: string },
  input: Input,
) {
  checkTriggerData(input.triggerData)
  const { memberId } = caller
  const version = await findTestable(db, memberId, id)
  const { graph, workflowId, id: versionId } = version
  const node = graph.nodes.find((one) => one.id === nodeId)
  if (!node) throw fault('workflow.not_found')
  const alone = { ...graph, nodes: [{ ...node, disabled: false }], connections: [] }
  const needed = input.messageId ? (['messages:read'] as const) : []
  checkTestScopes(deps, caller, { graph: alone, starts: [nodeId] }, [...needed])
  const [message] = input.messageId ? await findChosen(db, deps, memberId, [input.messageId]) : []
  const { pins = {} } = graph
  const given = Object.entries({
    ...Object.fromEntries(Object.entries(pins).map(([key, pin]) => [key, pin.output])),
    ...input.steps,
  })
  const steps = Object.fromEntries(
    given.map(([key, data]) => [key, { data: isData(data) ? data : { value: data }, status: 'succeeded' }]),
  )
  const { [nodeId]: _, ...otherPins } = pins
  const plan = createPlan({ ...alone, pins: otherPins }, await deps.findNodeTypes(db, version))
  const about = { memberId, mailboxId: message?.mailboxId ?? null, messageId: message?.id ?? null }
  const trigger = graph.nodes.find(({ type }) => type.startsWith('trigger.'))
  const triggerType = trigger?.type ?? 'trigger.manual'
  const run = {
    id: newId(),
    epoch: 0,
    workflowId,
    versionId,
    ...about,
    simulated: true,
    parentId: null,
    rootId: null,
    depth: 0,
    triggerNodeId: nodeId,
    triggerType,
    calls: 0,
    activeMs: 0,
    createdAt: '',
    startedAt: null,
    crashes: 0,
  }
  const roots = await deps.ports.loadRoots(db, about, plan.roots)
  const now = new Date().toISOString()
  const { log, processId, stoppedEffects, ports } = deps
  const outcome = await runGraph({
    plan,
    triggerNodeId: nodeId,
    triggerData: input.input ?? {},
    known: [],
    knownBytes: 0,
    limits: deps.limits.run,
    steps,
    roots: { ...roots, trigger: triggerRoot({ triggerType }, { triggerData: input.triggerData ?? {} }) },
    simulated: true,
    facts: { executionId: run.id, workflowId, ...about, now, timeZone: 'UTC' },
    recorder: createRunRecorder(
      { db, log, batches: createStepBatches(db), bindPorts: ports.bindPorts, processId, stoppedEffects },
      { run, owner: '', startedAt: now, nextPart: 1, triggerData: {} },
    ),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const [step] = outcome.steps
  if (!step) throw new Error('the node recorded no step')
  return { step: toStep(run.id, 'running', step) }
}
