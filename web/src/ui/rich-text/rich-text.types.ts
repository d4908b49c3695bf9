import type { ReactNode } from 'react'

type RichContent = {
  html: string
  /** The same for programs that show no HTML. */
  text: string
}

export type RichTextProps = {
  label: string
  id?: string
  /** HTML to begin with; later changes come from the editor alone. Another document needs another `key`. */
  value: string
  onChange(content: RichContent): void
  hasFocus?: boolean
  placeholder?: string
  /** Files that were pasted or dropped into the text. */
  onFiles?(files: File[]): void
  /** What stands below the text and above the tools. */
  children?: ReactNode
}
