import type { Data } from './define-node.ts'
import { executeStep, maxDataChars, recordFailure, type StepTask } from './execute-step.ts'
import { fitData } from './fit-data.ts'
import { createFrame, type Frame, isFinished, type Walk } from './frame.ts'
import { forgetSteps, markDirty, type Run } from './run.ts'
import type { LoopState, StepError, StepRecord } from './step.ts'

const simulatedLimit = 10

type LoopParams = { concurrency: number; onItemError: 'fail' | 'continue'; collect: boolean }
const paramsOf = ({ data }: StepRecord): LoopParams => ({
  concurrency: Number(data?.concurrency ?? 1),
  onItemError: data?.onItemError === 'continue' ? 'continue' : 'fail',
  collect: data?.collect !== false,
})

const itemsOf = ({ data }: StepRecord): unknown[] => (Array.isArray(data?.items) ? data.items : [])

/** The items are recorded in the step first, so that the loop continues with the same ones after a crash. */
async function beginLoop({ run }: Frame, task: StepTask): Promise<unknown[] | undefined> {
  const { step } = task
  if (step.loop === null) {
    await executeStep(run, task)
    if (step.status !== 'succeeded') return undefined
    const all = itemsOf(step).length
    const total = run.simulated ? Math.min(all, simulatedLimit) : all
    const { concurrency } = paramsOf(step)
    const counts = { total, started: 0, succeeded: 0, failed: 0, concurrency, status: 'running' as const }
    step.loop = { ...counts, ...(total < all && { simulatedLimit }) }
    Object.assign(step, { status: 'running', output: null, finishedAt: null })
    run.dirty.add(step)
  }
  return itemsOf(step).slice(0, step.loop.total)
}

/** Walks the body for one item. */
async function iterate(outer: Frame, task: StepTask, items: unknown[], index: number, walk: Walk) {
  const { run, path, scope } = outer
  const { id } = task.planned.node
  const body = run.plan.loopBody(id)
  const item = items[index]
  const loop = { item, index, number: index + 1, total: items.length }
  const inner = { ...scope, steps: { ...scope.steps }, loop }
  const frame = createFrame(run, body, `${path}${id}[${index}]/`, inner, id)
  const data =
    typeof item === 'object' && item !== null && !Array.isArray(item) ? { ...item } : { value: item }
  await walk(
    frame,
    body.entries.map((edge) => ({ edge, data })),
  )
  if (frame.waiting === 0) forgetSteps(run, frame.path, body.nodes)
  return frame
}

function endLoop(run: Run, { step }: StepTask, loop: LoopState, results: (Data | null)[]) {
  loop.status = 'done'
  const { total, succeeded, failed } = loop
  const items = paramsOf(step).collect ? results : []
  const { data, truncated, size } = fitData({ items, total, succeeded, failed }, maxDataChars)
  const finishedAt = new Date().toISOString()
  const durationMs = step.startedAt ? Date.parse(finishedAt) - Date.parse(step.startedAt) : null
  const ended = { status: 'succeeded', output: 'done', finishedAt, durationMs }
  Object.assign(step, { ...ended, data, dataTruncated: truncated })
  markDirty(run, step, size)
}

type Tally = { results: (Data | null)[]; error: StepError | undefined }

async function runItems(outer: Frame, task: StepTask, items: unknown[], loop: LoopState, walk: Walk) {
  const { concurrency, onItemError, collect } = paramsOf(task.step)
  const tally: Tally = { results: items.map(() => null), error: undefined }
  let next = 0
  const worker = async () => {
    while (next < items.length && !tally.error && !isFinished(outer)) {
      const index = next++
      loop.started++
      const { failure, waiting, returned, last } = await iterate(outer, task, items, index, walk)
      if (failure) {
        loop.failed++
        if (onItemError === 'fail') tally.error ??= failure
      } else if (waiting > 0) {
        // A waiting iteration keeps its slot: at most `concurrency` iterations are unfinished at any time.
        return
      } else if (!isFinished(outer)) {
        loop.succeeded++
        if (collect) tally.results[index] = returned.at(-1)?.data ?? last ?? {}
      }
    }
  }
  const workers = Math.max(1, Math.min(concurrency, items.length))
  await Promise.all(Array.from({ length: workers }, worker))
  return tally
}

/** Runs the body once per item, up to `concurrency` at a time. The loop waits while an iteration waits. */
export async function runLoop(frame: Frame, task: StepTask, walk: Walk): Promise<void> {
  const { run } = frame
  const { step } = task
  const items = await beginLoop(frame, task)
  const { loop } = step
  if (!items || !loop) return
  Object.assign(loop, { started: 0, succeeded: 0, failed: 0 })
  const { results, error } = await runItems(frame, task, items, loop, walk)
  run.dirty.add(step)
  if (error) {
    loop.status = 'failed'
    recordFailure(task, error)
  } else if (!isFinished(frame) && loop.succeeded + loop.failed === loop.total)
    endLoop(run, task, loop, results)
}
