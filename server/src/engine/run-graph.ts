import type { Data } from './define-node.ts'
import { createFrame } from './frame.ts'
import type { Scope } from './params.ts'
import { createRun, type Run, type RunStart, takeDirty } from './run.ts'
import type { StepError, StepRecord } from './step.ts'
import { walkFrom } from './walk.ts'

type OpenWait = { nodeId: string; wait: NonNullable<StepRecord['wait']> }

/** How an attempt of a run ended, with the steps that are still to be saved. */
export type Outcome =
  /** `abandoned`: waits left over because another branch ended the run. */
  | { status: 'succeeded'; result: Data | null; steps: StepRecord[]; abandoned: OpenWait[] }
  | { status: 'failed'; error: StepError; steps: StepRecord[] }
  | { status: 'waiting'; wakeAt: string | null; waiting: OpenWait[]; steps: StepRecord[] }

const waitingOf = (run: Run): OpenWait[] =>
  [...run.byPlace.values()].flatMap(({ status, nodeId, wait }) =>
    status === 'waiting' && wait ? [{ nodeId, wait }] : [],
  )

const earliest = (waiting: OpenWait[]) =>
  waiting.reduce<string | null>(
    (first, { wait: { until } }) => (until !== null && (first === null || until < first) ? until : first),
    null,
  )

/** Walks a graph until it has ended or can only wait. */
export async function runGraph(start: RunStart): Promise<Outcome> {
  const run = createRun(start)
  const { plan, facts, triggerNodeId, triggerData } = start
  const scope: Scope = { ...start.roots, steps: { ...start.steps }, loop: undefined, now: facts.now }
  const frame = createFrame(run, plan.blockAfter(triggerNodeId), '', scope)
  await walkFrom(frame, triggerNodeId, triggerData)
  start.signal.throwIfAborted()
  const { steps } = takeDirty(run)
  if (run.failure) return { status: 'failed', error: run.failure, steps }
  if (frame.failure) return { status: 'failed', error: frame.failure, steps }
  if (frame.waiting > 0 && run.ended === undefined) {
    const waiting = waitingOf(run)
    return { status: 'waiting', wakeAt: earliest(waiting), waiting, steps }
  }
  const abandoned = run.ended === undefined ? [] : waitingOf(run)
  return { status: 'succeeded', result: run.result ?? frame.last, steps, abandoned }
}
