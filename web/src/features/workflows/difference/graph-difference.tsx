import { type ReactNode, useMemo, useState } from 'react'
import { useWords } from '../../../lib/words/words.ts'
import type { Graph } from '../studio/document/graph.types.ts'
import { useNodeTypes } from '../studio/use-node-types.ts'
import { ChangeList } from './change-list.tsx'
import { diffGraphs } from './diff-graphs.ts'
import { differenceWords } from './difference.words.ts'
import { DifferenceCanvas } from './difference-canvas.tsx'
import { uniteGraphs } from './unite-graphs.ts'
import './difference.css'

type GraphDifferenceProps = {
  before: Graph
  after: Graph
  /** What can be done about it, such as buttons to accept and reject it. */
  children?: ReactNode
}

const none: readonly string[] = []

/** The difference between two graphs, drawn and in words. */
export default function GraphDifference({ before, after, children }: GraphDifferenceProps) {
  const t = useWords(differenceWords)
  const { catalogue } = useNodeTypes()
  const [chosen, setChosen] = useState(none)
  const difference = useMemo(() => {
    if (!catalogue) return undefined
    const changes = diffGraphs(before, after, catalogue)
    return { changes, united: uniteGraphs(before, after, changes, catalogue) }
  }, [before, after, catalogue])
  return (
    <div className="df" aria-busy={!difference}>
      {difference?.changes.length === 0 && <p className="muted df-none">{t.none}</p>}
      {difference && difference.changes.length > 0 && (
        <div className="df-panes">
          <DifferenceCanvas {...difference.united} shown={chosen} onChoose={(id) => setChosen([id])} />
          <ChangeList changes={difference.changes} chosen={chosen} onChoose={setChosen} />
        </div>
      )}
      {children && <div className="df-actions">{children}</div>}
    </div>
  )
}
