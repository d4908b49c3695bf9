import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import './chosen-bar.css'

type ChosenBarProps = { text: string; clear: string; onClear(): void; children: ReactNode }

/** What can be done with the selected rows of a list. */
export const ChosenBar = ({ text, clear, onClear, children }: ChosenBarProps) => (
  <div className="chosen-bar" role="toolbar" aria-label={text}>
    <IconButton icon="close" label={clear} onClick={onClear} />
    <span className="strong">{text}</span>
    <span className="push row">{children}</span>
  </div>
)
