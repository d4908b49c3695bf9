import type { ReactNode } from 'react'
import { useWords } from '../../lib/words/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { dashboardWords } from './dashboard.words.ts'

type FigureProps = {
  name: string
  value: ReactNode
  /** The same figure now and in the period before. */
  now?: number | undefined
  before?: number | undefined
  format(value: number): string
  /** Whether more of it is good or bad news; otherwise it is neither. */
  more?: 'good' | 'bad'
  note?: string | undefined
}

/** One number, compared with the period before. */
export function Figure({ name, value, now = 0, before, format, more, note }: FigureProps) {
  const t = useWords(dashboardWords)
  const change = before === undefined ? 0 : now - before
  const news = change > 0 ? more : change < 0 && more === 'bad' ? 'good' : undefined
  return (
    <div className="kpi">
      <dt>{name}</dt>
      <dd>
        <b>{value}</b>
        {before !== undefined && (
          <small className={news ?? ''}>
            {change !== 0 && <Icon name={change > 0 ? 'up-right' : 'down-right'} size={12} />}
            {t.was(format(before))}
          </small>
        )}
        {note && <small>{note}</small>}
      </dd>
    </div>
  )
}
