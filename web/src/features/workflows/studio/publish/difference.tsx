import { useWords } from '../../../../lib/words/words.ts'
import { Icon, type IconName } from '../../../../ui/icon.tsx'
import { diffGraphs, type GraphChange } from '../document/diff.ts'
import type { Graph } from '../document/graph.types.ts'
import { useCatalogue } from '../node-types.tsx'
import { studioWords } from '../studio.words.ts'

const icons: Record<GraphChange['kind'], { icon: IconName; look: string }> = {
  added: { icon: 'plus', look: 'added' },
  removed: { icon: 'minus', look: 'removed' },
  changed: { icon: 'pen', look: 'changed' },
  connected: { icon: 'plus', look: 'added' },
  disconnected: { icon: 'minus', look: 'removed' },
  notes: { icon: 'note', look: 'changed' },
}

const shown = (value: unknown, empty: string) => {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
  return text === '' ? empty : text.length > 160 ? `${text.slice(0, 160)}…` : text
}

/** What changed from one graph to another, in words. */
export function Difference({ before, after }: { before: Graph; after: Graph }) {
  const t = useWords(studioWords).diff
  const changes = diffGraphs(before, after, useCatalogue())
  const textOf = (change: GraphChange) => {
    if (change.kind === 'notes') return t.notes
    if ('connection' in change) return t[change.kind](change.from, change.to)
    return t[change.kind](change.step.name)
  }
  if (changes.length === 0) return <p className="muted">{t.none}</p>
  return (
    <ul className="df">
      {changes.map((change) => (
        <li key={textOf(change)} data-look={icons[change.kind].look}>
          <Icon name={icons[change.kind].icon} size={14} />
          <div>
            {textOf(change)}
            {change.kind === 'changed' &&
              change.fields.map(({ field, before: old, after: now }) => (
                <p key={field} className="df-field">
                  <span className="muted">{field}</span> <del>{shown(old, t.empty)}</del>{' '}
                  <ins>{shown(now, t.empty)}</ins>
                </p>
              ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
