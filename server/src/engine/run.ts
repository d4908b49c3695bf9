import type { NodeEffect } from '@mailwright/contract/workflow-graph/node-type'
import type { Data, Ports, RunFacts } from './define-node.ts'
import type { Plan } from './plan.ts'
import type { RunLimits } from './run-limits.ts'
import { newStep, placeOf, type StepError, type StepRecord } from './step.ts'

/** The step that a port is bound to. */
export type StepContext = { facts: RunFacts; nodeId: string; nodeType: string; key: string }

type PortsOf = (context: StepContext) => Ports

/** With which other steps a step may share a transaction: see `batchKey` of node types. */
type Sharing = { nodeId: string; batchKey: string | null | undefined }

/** Records the steps of a run. Every method rejects with `RunOwnershipLost` once another process owns the run. */
export type RunRecorder = {
  /** Ports outside a transaction: for reading, and for calls to other services. */
  ports: PortsOf
  /**
   * Records the steps that `work` returns, in the transaction in which it had its effect. `work` is called again if that
   * transaction was rolled back because of another step that shared it.
   */
  transact(work: (portsOf: PortsOf) => Promise<StepRecord[]>, sharing: Sharing): Promise<void>
  /** Runs `work` in a transaction that is rolled back: what would have happened. */
  dryRun<T>(work: (portsOf: PortsOf) => Promise<T>): Promise<T>
  save(steps: StepRecord[]): Promise<void>
  /** Saves steps without an effect, to release memory; they are no progress, since they could be computed again. */
  checkpoint(steps: StepRecord[]): Promise<void>
  /** Kinds of effect that are switched off at the moment. */
  stoppedEffects: ReadonlySet<NodeEffect>
  /** For values that a template inserts into HTML with `raw`. */
  sanitiseHtml(html: string): string
  /** An error that is a fault of ours, not of the workflow. */
  logUnexpected(error: unknown, node: { id: string; type: string }): void
}

export type RunStart = {
  plan: Plan
  facts: RunFacts
  /** No effect is kept, no wait is waited for, and pinned nodes return their pinned data. */
  simulated: boolean
  triggerNodeId: string
  triggerData: Data
  /** Root values of expressions, other than `steps`, `loop` and `now`. */
  roots: Record<string, unknown>
  /** Steps recorded by earlier attempts of this run, or copied from another run. */
  known: StepRecord[]
  /** The size of the records of `known`. */
  knownBytes: number
  limits: RunLimits
  recorder: RunRecorder
  /** Initial value of `steps` in expressions, for running a single node. */
  steps?: Record<string, unknown>
  signal: AbortSignal
}

/** The run was taken over, cancelled, or cannot be recorded: this process must stop working on it. */
export class RunOwnershipLost extends Error {
  constructor(message = 'lost ownership of the run', options?: ErrorOptions) {
    super(message, options)
    this.name = 'RunOwnershipLost'
  }
}

export type Run = RunStart & {
  byPlace: Map<string, StepRecord>
  /** Steps to save at the next opportunity. */
  dirty: Set<StepRecord>
  /** The approximate size of `dirty`. */
  dirtyBytes: number
  /** The approximate size of everything recorded so far, saved or not. */
  recordedBytes: number
  nextSeq: number
  /** Aborts everything in progress, when the run ends or its signal aborts. */
  stop: AbortController
  ended: string | undefined
  /** Fails the run as a whole, whatever its loops and nodes do about errors. */
  failure: StepError | undefined
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
    dirtyBytes: 0,
    recordedBytes: start.knownBytes,
    nextSeq: start.known.reduce((next, step) => Math.max(next, step.seq + 1), 0),
    stop,
    ended: undefined,
    failure: undefined,
    result: null,
  }
}

// The fields of a step other than its data.
const stepBytes = 200

/** Notes that a step was recorded and is to be saved; `dataSize` is the size of the data recorded with it. */
export function markDirty(run: Run, step: StepRecord, dataSize = 0) {
  const bytes = stepBytes + dataSize
  run.dirty.add(step)
  run.dirtyBytes += bytes
  run.recordedBytes += bytes
}

/** The step of a node in its place: the known one, or a new one. */
export function stepAt(run: Run, path: string, nodeId: string): StepRecord {
  const place = placeOf(path, nodeId)
  const step = run.byPlace.get(place) ?? newStep(run.nextSeq++, path, nodeId)
  run.byPlace.set(place, step)
  return step
}

/**
 * Forgets the steps of an iteration that has ended: nothing reads them again, and a run of many iterations would keep
 * them all in memory. A wait that a failure left open is still to be abandoned.
 */
export function forgetSteps({ byPlace }: Run, path: string, nodeIds: Iterable<string>) {
  for (const id of nodeIds) {
    const place = placeOf(path, id)
    if (byPlace.get(place)?.status !== 'waiting') byPlace.delete(place)
  }
}

/** Takes the steps to save; `restore` puts them back when they could not be saved. */
export function takeDirty(run: Run) {
  const steps = [...run.dirty]
  const bytes = run.dirtyBytes
  run.dirty.clear()
  run.dirtyBytes = 0
  return {
    steps,
    restore: () => {
      for (const step of steps) run.dirty.add(step)
      run.dirtyBytes += bytes
    },
  }
}

export async function saveDirty(run: Run, save: RunRecorder['save'] = run.recorder.save) {
  const { steps, restore } = takeDirty(run)
  try {
    await save(steps)
  } catch (error) {
    restore()
    throw error
  }
}
