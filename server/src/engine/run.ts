import type { NodeEffect } from '@mailwright/contract/workflow-graph/node-type'
import type { Db } from '../platform/db/database.ts'
import type { Data, NodePorts, RunFacts } from './define-node.ts'
import type { Plan } from './plan.ts'
import { newStep, placeOf, type StepRecord } from './step.ts'

/** Where in a run a port is used. */
export type StepContext = { facts: RunFacts; nodeId: string; nodeType: string; key: string }

/** What a run needs of those who keep it. All of it fails with `RunLost` when the run is no longer ours. */
export type RunRecorder = {
  db: Db
  /** Ports outside a transaction: for reading, and for calls to the outside. */
  ports(about: StepContext): NodePorts
  /** Records the steps that `work` gives, in the transaction in which it had its effect. */
  transact(work: (portsOf: (about: StepContext) => NodePorts) => Promise<StepRecord[]>): Promise<void>
  /** The same, and takes it all back: what would have happened. */
  dryRun<T>(work: (portsOf: (about: StepContext) => NodePorts) => Promise<T>): Promise<T>
  save(steps: StepRecord[]): Promise<void>
  /** Kinds of effect that nobody may have now. */
  stoppedEffects: ReadonlySet<NodeEffect>
}

export type RunStart = {
  plan: Plan
  facts: RunFacts
  triggerNodeId: string
  triggerData: Data
  /** The values that expressions begin with, other than `steps`, `loop` and `now`. */
  roots: Record<string, unknown>
  /** Steps of an earlier life of this run, or copied from another. */
  known: StepRecord[]
  recorder: RunRecorder
  /** What expressions find under `steps` from the beginning: for a node that is run by itself. */
  steps?: Record<string, unknown>
  signal: AbortSignal
}

/** The run was taken over, cancelled, or cannot be recorded now: nothing more is done here. */
export class RunOwnershipLost extends Error {
  constructor(message = 'the run is no longer ours', options?: ErrorOptions) {
    super(message, options)
    this.name = 'RunLost'
  }
}

export type Run = RunStart & {
  byPlace: Map<string, StepRecord>
  /** Steps to be written at the next opportunity. */
  dirty: Set<StepRecord>
  nextSeq: number
  /** Ends all that is under way, here or because the run's own time is up. */
  stop: AbortController
  ended: string | undefined
  result: Data | null
}

export function createRun(start: RunStart): Run {
  const stop = new AbortController()
  const onAbort = () => stop.abort(start.signal.reason)
  if (start.signal.aborted) onAbort()
  else start.signal.addEventListener('abort', onAbort, { once: true })
  return {
    ...start,
    byPlace: new Map(start.known.map((step) => [placeOf(step.path, step.nodeId), step])),
    dirty: new Set(),
    nextSeq: start.known.reduce((most, step) => Math.max(most, step.seq + 1), 0),
    stop,
    ended: undefined,
    result: null,
  }
}

/** The step of a node in its place: the known one, or a new one. */
export function stepAt(run: Run, path: string, nodeId: string): StepRecord {
  const place = placeOf(path, nodeId)
  const step = run.byPlace.get(place) ?? newStep(run.nextSeq++, path, nodeId)
  run.byPlace.set(place, step)
  return step
}

/** Hands out what is to be written; `restore` when it could not be. */
export function takeDirty(run: Run) {
  const steps = [...run.dirty]
  run.dirty.clear()
  return {
    steps,
    restore: () => {
      for (const step of steps) run.dirty.add(step)
    },
  }
}

export async function saveDirty(run: Run) {
  const { steps, restore } = takeDirty(run)
  try {
    await run.recorder.save(steps)
  } catch (error) {
    restore()
    throw error
  }
}
