import { useWords } from '../../../lib/words/words.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { runWords } from '../executions.words.ts'
import type { Line } from './steps.ts'

const icons: [prefix: string, icon: IconName][] = [
  ['mail.held', 'held'],
  ['mail.drafted', 'draft'],
  ['mail.attachments', 'clip'],
  ['mail.gone', 'gone'],
  ['mail.queued', 'sent'],
  ['mail', 'mail'],
  ['table', 'table'],
  ['approval', 'approve'],
  ['notification', 'bell'],
  ['http', 'globe'],
  ['workflow', 'flow'],
]

type LedgerProps = { lines: readonly Line[]; isSimulated: boolean; onChoose(key: string): void }

/** What the run has changed outside of itself, apart from how it went. */
export function Ledger({ lines, isSimulated, onChoose }: LedgerProps) {
  const t = useWords(runWords)
  const effects = lines.flatMap(({ key, node, step }) =>
    (step?.copiedFrom ? [] : (step?.effects ?? [])).map((effect) => ({ key, name: node.name, ...effect })),
  )
  return (
    <section className="ledger" aria-label={t.effects}>
      <header>
        <h2 className="head">{t.effects}</h2>
        {effects.length > 0 && (
          <span className="xs muted">
            {isSimulated ? t.effectsSimulated : t.effectsAside(effects.length)}
          </span>
        )}
      </header>
      {effects.length === 0 && <p className="xs muted">{t.noEffects}</p>}
      <ul>
        {effects.map(({ key, name, kind, description, simulated }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: effects never change their place.
          <li key={at} className={simulated ? 'simulated' : ''}>
            <Icon name={icons.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? 'bolt'} />
            <span>{description}</span>
            <button type="button" className="link xs" onClick={() => onChoose(key)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
