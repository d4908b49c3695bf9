import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type EmptyProps = { icon: IconName; title: string; text?: ReactNode; children?: ReactNode; isAlert?: boolean }

/** Nothing to show, and what can be done about it. */
export const Empty = ({ icon, title, text, children, isAlert = false }: EmptyProps) => (
  <div className="empty" role={isAlert ? 'alert' : undefined}>
    <Icon name={icon} size={24} />
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {children && <div className="btns">{children}</div>}
  </div>
)
