import { useMemo } from 'react'
import { useWords } from '../../../lib/words/words.ts'
import { FlowGraph } from '../../../ui/graph/graph.tsx'
import { nodeIcon } from '../../../ui/graph/node-icons.ts'
import type { Step } from '../executions.types.ts'
import { runWords } from '../executions.words.ts'
import { stepLooks } from '../run-states.ts'
import { type Line, stepKey } from './steps.ts'

type Graph = {
  nodes: readonly { id: string; name: string; type: string }[]
  connections: readonly { from: string; output: string; to: string }[]
}

const weight: Step['status'][] = ['skipped', 'succeeded', 'queued', 'waiting', 'running', 'failed']

/** The state that a node with several steps shows: that of the one which matters most. */
const worstOf = (steps: readonly Step[]) =>
  steps.reduce<Step | undefined>(
    (worst, step) => (!worst || weight.indexOf(step.status) >= weight.indexOf(worst.status) ? step : worst),
    undefined,
  )

type RunGraphProps = {
  graph: Graph
  lines: readonly Line[]
  chosen: Line | undefined
  onChoose(key: string): void
}

/** The run on the graph that it ran: where it went, and where it stopped. */
export function RunGraph({ graph, lines, chosen, onChoose }: RunGraphProps) {
  const t = useWords(runWords)
  const stepsOf = useMemo(() => {
    const steps = new Map<string, Step[]>()
    for (const { node, step } of lines) if (step) steps.set(node.id, [...(steps.get(node.id) ?? []), step])
    return steps
  }, [lines])
  const nodes = graph.nodes
    .filter(({ type }) => type !== 'flow.note')
    .map(({ id, name, type }) => {
      const step = worstOf(stepsOf.get(id) ?? [])
      const [icon, tone] = step ? stepLooks[step.status] : []
      return {
        id,
        name,
        icon: nodeIcon(type),
        state: step && icon && tone ? { icon, tone, word: t.stepStatuses[step.status] } : undefined,
      }
    })
  const edges = graph.connections.map(({ from, to, output }) => ({
    from,
    to,
    label: output === 'main' ? undefined : output,
    isTaken:
      (stepsOf.get(from) ?? []).some((step) => step.output === output) &&
      (stepsOf.get(to) ?? []).some(({ status }) => status !== 'skipped'),
  }))
  return (
    <FlowGraph
      label={t.graph}
      nodes={nodes}
      edges={edges}
      chosen={chosen?.node.id}
      onChoose={(id) => {
        const step = worstOf(stepsOf.get(id) ?? [])
        onChoose(step ? stepKey(step) : `node-${id}`)
      }}
    />
  )
}
