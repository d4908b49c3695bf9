import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCommands } from '../lib/keyboard/commands.ts'
import { Icon, type IconName } from './icon.tsx'

type NavRowProps = {
  to: NonNullable<LinkProps['to']>
  icon: IconName
  name: string
  /** The keys that lead there from anywhere, and the group of commands that they are listed in. */
  keys: string
  group: string
  onGo(): void
  children?: ReactNode
}

/** A page in the navigation, with the command that opens it. */
export function NavRow({ to, icon, name, keys, group, onGo, children }: NavRowProps) {
  useCommands([{ id: `go-${to}`, title: name, group, keys: [keys], icon, run: onGo }])
  return (
    <Link className="nav-row" to={to} activeProps={{ 'aria-current': 'page' }} title={name}>
      <Icon name={icon} />
      <span className="nav-word">{name}</span>
      {children && <span className="nav-end">{children}</span>}
    </Link>
  )
}
