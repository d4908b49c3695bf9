import { useMemo } from 'react'
import { useWords } from '../../lib/words/words.ts'
import { FlowGraph } from '../../ui/graph/graph.tsx'
import { nodeIcon } from '../../ui/graph/node-icons.ts'
import type { Proposal } from './analyzer.queries.ts'
import { analyzerWords } from './analyzer.words.ts'

/** The proposed workflow, drawn small. */
export function ProposalGraph({ graph }: Pick<Proposal, 'graph'>) {
  const t = useWords(analyzerWords)
  const nodes = useMemo(
    () => graph.nodes.map(({ id, name, type }) => ({ id, name, icon: nodeIcon(type) })),
    [graph],
  )
  const edges = useMemo(
    () =>
      graph.connections.map(({ from, to, output }) => ({
        from,
        to,
        label: output === 'main' ? undefined : output,
        isTaken: true,
      })),
    [graph],
  )
  return <FlowGraph label={t.steps} nodes={nodes} edges={edges} isDownward />
}
