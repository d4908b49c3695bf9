import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon.tsx'

type Bar = {
  id: string
  icon: IconName
  name: string
  value: number
  shown: ReactNode
  isQuiet?: boolean
}

/** Amounts beside each other, the largest as the measure. */
export function BarList({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const max = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)
  return (
    <ul className="bar-list" aria-label={title}>
      {bars.map(({ id, icon, name, value, shown, isQuiet }) => (
        <li key={id}>
          <Icon name={icon} size={14} />
          <span title={name}>{name}</span>
          <span className="gauge" data-quiet={isQuiet || undefined} aria-hidden="true">
            <i style={{ '--at': `${(value / max) * 100}%` }} />
          </span>
          <span className="right num">{shown}</span>
        </li>
      ))}
    </ul>
  )
}
