import { useWords } from '../../../lib/words/words.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { type GraphChange, stepsOf } from './diff-graphs.ts'
import { differenceWords } from './difference.words.ts'

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

type ChangeListProps = {
  changes: readonly GraphChange[]
  chosen: readonly string[]
  /** Shows the steps of a change on the canvas. */
  onChoose(steps: readonly string[]): void
}

/** What changed from one graph to another, in words. */
export function ChangeList({ changes, chosen, onChoose }: ChangeListProps) {
  const t = useWords(differenceWords)
  const textOf = (change: GraphChange) => {
    if (change.kind === 'notes') return t.notes
    if ('connection' in change) return t[change.kind](change.from, change.to)
    return t[change.kind](change.step.name)
  }
  return (
    <ul className="df-list" aria-label={t.list}>
      {changes.map((change, at) => {
        const steps = stepsOf(change)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same name; the list does not change while it is shown.
          <li key={at} data-look={icons[change.kind].look}>
            <Icon name={icons[change.kind].icon} size={14} />
            <div>
              {steps.length === 0 ? (
                textOf(change)
              ) : (
                <button
                  type="button"
                  aria-pressed={steps.length > 0 && steps.every((id) => chosen.includes(id))}
                  onClick={() => onChoose(steps)}
                >
                  {textOf(change)}
                </button>
              )}
              {change.kind === 'changed' &&
                change.fields.map(({ field, before, after }) => (
                  <p key={field} className="df-field">
                    <span className="muted">{field}</span> <del>{shown(before, t.empty)}</del>{' '}
                    <ins>{shown(after, t.empty)}</ins>
                  </p>
                ))}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
