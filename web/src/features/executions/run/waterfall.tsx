import { useState } from 'react'
import { duration } from '../../../lib/figures.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { runWords } from '../executions.words.ts'
import { stepLooks } from '../run-states.ts'
import { barsOf, gistOf, type Line } from './steps.ts'

type Span = { start: number; length: number }
type RowProps = { line: Line; span: Span; isChosen: boolean; isOver: boolean; onChoose(key: string): void }

function Row({ line: { key, node, step }, span, isChosen, isOver, onChoose }: RowProps) {
  const t = useWords(runWords)
  const locale = useLook((look) => look.locale)
  const [icon, tone] = step ? stepLooks[step.status] : (['skipped', 'idle'] as const)
  const bars = step ? barsOf(step, span) : []
  const end = Math.max(0, ...bars.map(({ left, width }) => left + width))
  const start = bars[0]?.left ?? 0
  const gist = step ? (step.copiedFrom ? t.copied : gistOf(step)) : isOver ? t.notReached : ''
  return (
    <button
      type="button"
      className={`fall-row ${step && step.status !== 'skipped' ? '' : 'no'}`}
      aria-pressed={isChosen}
      onClick={() => onChoose(key)}
    >
      <span className="state bare" data-tone={tone}>
        <Icon name={icon} />
        <span className="sr">{step ? t.stepStatuses[step.status] : t.notReached}</span>
      </span>
      <span className="cut fall-name">{node.name}</span>
      <span className="bar-x" aria-hidden="true">
        {bars.map(({ left, width, kind }, at) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: bars of a step are told apart by their place only.
            key={at}
            className={kind}
            style={{ '--l': `${left * 100}%`, '--w': `${width * 100}%` }}
          />
        ))}
        {Math.max(1 - end, start) > 0.1 && (
          <em
            data-flips={(end > 0.55 && start > 1 - end) || undefined}
            style={{ '--l': `${end * 100}%`, '--from': `${start * 100}%` }}
          >
            {gist}
          </em>
        )}
      </span>
      <span className={`num right ${step?.status === 'failed' ? 'bad' : ''}`}>
        {step?.durationMs !== null && step?.durationMs !== undefined && !step.copiedFrom
          ? duration(step.durationMs, locale)
          : '–'}
      </span>
    </button>
  )
}

const shownAtFirst = 200

type WaterfallProps = {
  lines: readonly Line[]
  span: Span
  chosen: string | undefined
  isOver: boolean
  onChoose(key: string): void
}

/** The steps along the time that they took. */
export function Waterfall({ lines, span, chosen, isOver, onChoose }: WaterfallProps) {
  const t = useWords(runWords)
  const locale = useLook((look) => look.locale)
  const [limit, setLimit] = useState(shownAtFirst)
  return (
    <section aria-label={t.steps}>
      <div className="fall-axis" aria-hidden="true">
        <span />
        <span>{t.step}</span>
        <div>
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <span key={share}>{share === 0 ? '0' : duration(span.length * share, locale)}</span>
          ))}
        </div>
        <span className="right">{t.took}</span>
      </div>
      <div className="fall">
        {lines.slice(0, limit).map((line) => (
          <Row
            key={line.key}
            line={line}
            span={span}
            isChosen={line.key === chosen}
            isOver={isOver}
            onChoose={onChoose}
          />
        ))}
      </div>
      {lines.length > limit && (
        <p className="fall-more">
          <Button onClick={() => setLimit(limit + shownAtFirst)}>{t.more}</Button>
        </p>
      )}
    </section>
  )
}
