import { Link, type LinkProps } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { Icon } from './icon.tsx'

type Back = { to: LinkProps['to']; label: string }

/** Where a page of a section leads back to on a phone. */
export const BackContext = createContext<Back | undefined>(undefined)

type PageBarProps = {
  title: string
  note?: ReactNode
  /** For a page that is itself a detail of another. */
  back?: Back | undefined
  children?: ReactNode
}

/** The head of a page: its name, a note, and at the right what can be done. */
export function PageBar({ title, note, back: nearer, children }: PageBarProps) {
  const home = useContext(BackContext)
  const back = nearer ?? home
  return (
    <div className="bar page-bar">
      {back && (
        <Link className="btn quiet small icon only-phone" to={back.to ?? '/'} aria-label={back.label}>
          <Icon name="left" />
        </Link>
      )}
      <h1>{title}</h1>
      {note && <span className="xs muted cut">{note}</span>}
      {children && <div className="push row">{children}</div>}
    </div>
  )
}
