import { useWords } from '../../../lib/words/words.ts'
import { Icon } from '../../../ui/icon.tsx'
import { portLabel } from './canvas/ports.ts'
import type { Graph, Step } from './document/graph.types.ts'
import { select, useStudio } from './document/studio.store.ts'
import { iconOf, useCatalogue } from './node-types.tsx'
import { studioWords } from './studio.words.ts'

type Line = { step: Step; depth: number; via: string }

/** The steps in the order in which they run, branches below what they branch off. */
function linesOf(graph: Graph): Line[] {
  const seen = new Set<string>()
  const lines: Line[] = []
  const byId = new Map(graph.nodes.map((step) => [step.id, step]))
  const visit = (id: string, depth: number, via: string) => {
    const step = byId.get(id)
    if (!step || seen.has(id)) return
    seen.add(id)
    lines.push({ step, depth, via })
    const out = graph.connections.filter(({ from }) => from === id)
    for (const { to, output } of out) visit(to, out.length > 1 ? depth + 1 : depth, output)
  }
  const targets = new Set(graph.connections.map(({ to }) => to))
  for (const { id } of graph.nodes) if (!targets.has(id)) visit(id, 0, '')
  for (const { id } of graph.nodes) visit(id, 0, '')
  return lines
}

/** The workflow as a list: for small windows, and for reading it from top to bottom. */
export function Outline() {
  const t = useWords(studioWords)
  const graph = useStudio((state) => state.graph)
  const selection = useStudio((state) => state.selection)
  const issues = useStudio((state) => state.issues)
  const catalogue = useCatalogue()
  return (
    <ol className="st-outline" aria-label={t.outline}>
      {linesOf(graph).map(({ step, depth, via }) => {
        const problem = issues.find(({ nodeId }) => nodeId === step.id)
        return (
          <li key={step.id} style={{ '--depth': depth }}>
            <button
              type="button"
              aria-current={selection.includes(step.id)}
              onClick={() => select([step.id])}
            >
              <Icon name={iconOf(step.type)} />
              <span className="grow">
                <b className="cut">{step.name}</b>
                <small className="muted">
                  {via && via !== 'main' ? `${portLabel(via, t.ports)} · ` : ''}
                  {step.disabled ? t.disabled : catalogue.get(step.type)?.title}
                </small>
              </span>
              {problem && (
                <span className={problem.severity === 'error' ? 'bad' : 'warn'} title={problem.message}>
                  <Icon name="warning" size={14} />
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ol>
  )
}
