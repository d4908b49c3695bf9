import type { RunDetail, Step } from '../executions.types.ts'

type Node = { id: string; name: string; type: string }

/** A line of the run: a step, or a node that was not reached. */
export type Line = { key: string; node: Node; step: Step | undefined }

/** The part of a step's id that tells it from the others of its run. */
export const stepKey = (step: Pick<Step, 'id'>) => step.id.slice(step.id.lastIndexOf('.') + 1)

/** The steps in the order in which they ran, then the nodes that the run did not reach. */
export function linesOf(run: Pick<RunDetail, 'steps'>, nodes: readonly Node[]): Line[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const reached = new Set(run.steps.map(({ nodeId }) => nodeId))
  const lines = run.steps.map((step) => ({
    key: stepKey(step),
    node: byId.get(step.nodeId) ?? { id: step.nodeId, name: step.nodeId, type: '' },
    step,
  }))
  const rest = nodes.filter(({ id, type }) => !reached.has(id) && type !== 'flow.note')
  return [...lines, ...rest.map((node) => ({ key: `node-${node.id}`, node, step: undefined }))]
}

/** When the run began, and how long it has lasted until `now` or its end. */
export function spanOf(run: Pick<RunDetail, 'createdAt' | 'startedAt' | 'finishedAt'>, now: number) {
  const start = Date.parse(run.startedAt ?? run.createdAt)
  const end = run.finishedAt ? Date.parse(run.finishedAt) : now
  return { start, length: Math.max(1, end - start) }
}

type Bar = { left: number; width: number; kind: 'done' | 'failed' | 'gap' | 'open' }

/** What a step is drawn as on the time line, in shares of its length: one bar, or one for each attempt. */
export function barsOf(step: Step, { start, length }: { start: number; length: number }): Bar[] {
  if (!step.startedAt || step.copiedFrom) return []
  const share = (at: number) => Math.min(1, Math.max(0, (at - start) / length))
  const from = share(Date.parse(step.startedAt))
  const to = step.finishedAt ? share(Date.parse(step.finishedAt)) : 1
  const failed = step.attempts.map(({ at }) => share(Date.parse(at)))
  const last = step.status === 'failed' ? 'failed' : step.finishedAt ? 'done' : 'open'
  if (failed.length === 0) return [{ left: from, width: to - from, kind: last }]
  // An attempt is known by the moment at which it failed; between two of them the step waits.
  const marks = failed.map((at): Bar => ({ left: at, width: 0, kind: 'failed' }))
  const gap: Bar = { left: from, width: Math.max(0, (failed.at(-1) ?? to) - from), kind: 'gap' }
  const rest =
    step.status === 'failed'
      ? []
      : [{ left: failed.at(-1) ?? from, width: to - (failed.at(-1) ?? from), kind: last } as const]
  return [gap, ...marks, ...rest]
}

/** A few words about what a step gave, for its line. */
export function gistOf(step: Step): string {
  const { data, error } = step
  if (error) return error.message
  if (data === null || typeof data !== 'object') return ''
  return Object.entries(data as Record<string, unknown>)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '')
    .slice(0, 3)
    .map(([name, value]) => `${name}: ${String(value).replaceAll(/\s+/g, ' ').slice(0, 60)}`)
    .join(', ')
}
