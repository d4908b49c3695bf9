import type { ReactElement } from 'react'
import type { IconName } from './icon.tsx'

export type MenuEntry = {
  id: string
  label: string
  icon?: IconName
  keys?: string
  isDanger?: boolean
  isChosen?: boolean
  run(): void
}
type MenuGroup = { title?: string; entries: readonly MenuEntry[] }

export type MenuProps = {
  /** A button. */
  trigger: ReactElement<Record<string, unknown>>
  groups: readonly MenuGroup[]
  align?: 'start' | 'end'
}
