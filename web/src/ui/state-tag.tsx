import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'idle' | 'sim' | 'accent'

type StateTagProps = { icon: IconName; tone: Tone; isPlain?: boolean; children: ReactNode }

/** A state: always an icon and a word; the tone only helps. */
export const StateTag = ({ icon, tone, isPlain = false, children }: StateTagProps) => (
  <span className={`state ${isPlain ? 'plain' : ''}`} data-tone={tone}>
    <Icon name={icon} />
    {children}
  </span>
)
