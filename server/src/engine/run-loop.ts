import type { Data } from './define-node.ts'
import { executeStep, maxData, recordFailure, type Todo } from './execute-step.ts'
import { fitData } from './fit-data.ts'
import { createFrame, type Frame, isOver, type Walk } from './frame.ts'
import type { LoopState, StepError, StepRecord } from './step.ts'

const simulatedLimit = 10

type LoopParams = { concurrency: number; onItemError: 'fail' | 'continue'; collect: boolean }
const paramsOf = ({ data }: StepRecord): LoopParams => ({
  concurrency: Number(data?.concurrency ?? 1),
  onItemError: data?.onItemError === 'continue' ? 'continue' : 'fail',
  collect: data?.collect !== false,
})

const itemsOf = ({ data }: StepRecord): unknown[] => (Array.isArray(data?.items) ? data.items : [])

/** The items stand in the step from the beginning: after a crash it goes on with the same ones. */
async function beginLoop({ run }: Frame, todo: Todo): Promise<unknown[] | undefined> {
  const { step } = todo
  if (step.loop === null) {
    await executeStep(run, todo)
    if (step.status !== 'succeeded') return undefined
    const all = itemsOf(step).length
    const total = run.facts.simulated ? Math.min(all, simulatedLimit) : all
    const { concurrency } = paramsOf(step)
    const counts = { total, started: 0, succeeded: 0, failed: 0, concurrency, status: 'running' as const }
    step.loop = { ...counts, ...(total < all && { simulatedLimit }) }
    Object.assign(step, { status: 'running', output: null, finishedAt: null })
    run.dirty.add(step)
  }
  return itemsOf(step).slice(0, step.loop.total)
}

/** Walks the body for one item. */
async function iterate(outer: Frame, todo: Todo, items: unknown[], index: number, walk: Walk) {
  const { run, path, scope } = outer
  const { id } = todo.planned.node
  const body = run.plan.bodyOf(id)
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
  return frame
}

function endLoop({ step }: Todo, loop: LoopState, results: (Data | null)[]) {
  loop.status = 'done'
  const { total, succeeded, failed } = loop
  const items = paramsOf(step).collect ? results : []
  const { data, truncated } = fitData({ items, total, succeeded, failed }, maxData)
  const finishedAt = new Date().toISOString()
  const durationMs = step.startedAt ? Date.parse(finishedAt) - Date.parse(step.startedAt) : null
  const ended = { status: 'succeeded', output: 'done', finishedAt, durationMs }
  Object.assign(step, { ...ended, data, dataTruncated: truncated })
}

type Tally = { results: (Data | null)[]; waiting: number; error: StepError | undefined }

async function runItems(outer: Frame, todo: Todo, items: unknown[], loop: LoopState, walk: Walk) {
  const { concurrency, onItemError } = paramsOf(todo.step)
  const tally: Tally = { results: items.map(() => null), waiting: 0, error: undefined }
  let next = 0
  const worker = async () => {
    // An iteration that waits keeps its place: no more than `concurrency` are ever begun and not ended.
    while (next < items.length && !tally.error && !isOver(outer) && tally.waiting < concurrency) {
      const index = next++
      loop.started++
      const { failure, waiting, returned, last } = await iterate(outer, todo, items, index, walk)
      if (failure) {
        loop.failed++
        if (onItemError === 'fail') tally.error ??= failure
      } else if (waiting > 0) tally.waiting++
      else if (!isOver(outer)) {
        loop.succeeded++
        tally.results[index] = returned.at(-1)?.data ?? last ?? {}
      }
    }
  }
  const workers = Math.max(1, Math.min(concurrency, items.length))
  await Promise.all(Array.from({ length: workers }, worker))
  return tally
}

/** Runs the body once an item, some at a time. What waits inside makes the loop wait, and nothing else. */
export async function runLoop(frame: Frame, todo: Todo, walk: Walk): Promise<void> {
  const { run } = frame
  const { step } = todo
  const items = await beginLoop(frame, todo)
  const { loop } = step
  if (!items || !loop) return
  Object.assign(loop, { started: 0, succeeded: 0, failed: 0 })
  const { results, error } = await runItems(frame, todo, items, loop, walk)
  run.dirty.add(step)
  if (error) {
    loop.status = 'failed'
    recordFailure(todo, error)
  } else if (!isOver(frame) && loop.succeeded + loop.failed === loop.total) endLoop(todo, loop, results)
}
