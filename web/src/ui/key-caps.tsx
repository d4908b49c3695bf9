import { capsOf } from '../lib/keyboard/keys.ts'
import { Icon } from './icon.tsx'

/** The key of a command, as caps. Screen readers get it from `aria-keyshortcuts`. */
export const KeyCaps = ({ keys }: { keys: string }) => (
  <span className="keys" aria-hidden="true">
    {capsOf(keys).map((cap) => (
      <kbd key={cap}>{cap === '↵' ? <Icon name="enter" /> : cap}</kbd>
    ))}
  </span>
)
