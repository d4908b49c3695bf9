import { create } from 'zustand'
import type { client } from '../../../../api/client.ts'

export type Execution = Awaited<ReturnType<typeof client.executions.get>>
export type RunStep = Execution['steps'][number]

type Run = {
  /** The test run that is drawn on the canvas. */
  execution: Execution | undefined
  /** What finished steps gave, for expressions. */
  steps: Readonly<Record<string, { data: unknown; status: string }>>
  byNode: ReadonlyMap<string, RunStep>
}

const none: Run = { execution: undefined, steps: {}, byNode: new Map() }

export const useRun = create<Run>(() => none)

export function showRun(execution: Execution | undefined) {
  if (!execution) return useRun.setState(none)
  const byNode = new Map(execution.steps.map((step) => [step.nodeId, step]))
  useRun.setState({
    execution,
    byNode,
    steps: Object.fromEntries(
      execution.steps.map(({ nodeId, data, status }) => [nodeId, { data: data ?? {}, status }]),
    ),
  })
}

/** The result of a step that ran alone takes its place among the others. */
export function showStep(step: RunStep) {
  const { byNode, steps } = useRun.getState()
  useRun.setState({
    byNode: new Map([...byNode, [step.nodeId, step]]),
    steps: { ...steps, [step.nodeId]: { data: step.data ?? {}, status: step.status } },
  })
}
