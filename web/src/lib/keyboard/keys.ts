/** A key as a command names it: `e`, `shift+j`, `mod+k`, `#`, `Enter`. */
export function keyOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) {
  const { key } = event
  const isLetter = /^\p{L}$/u.test(key)
  const name = isLetter ? key.toLowerCase() : key
  // Signs such as # and ? need Shift on some keyboards and not on others.
  const takesShift = isLetter || key.length > 1
  return [
    event.ctrlKey || event.metaKey ? 'mod+' : '',
    event.altKey ? 'alt+' : '',
    event.shiftKey && takesShift ? 'shift+' : '',
    name,
  ].join('')
}

const isMac = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

const caps: Record<string, string> = {
  Enter: '↵',
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  ' ': 'Space',
  shift: 'Shift',
  alt: 'Alt',
}

/** What is shown for a key: `g i` are two caps, `mod+k` are two as well. */
export const capsOf = (keys: string): string[] =>
  (keys === ' ' ? [' '] : keys.split(' '))
    .flatMap((key) => (key.length > 1 ? key.split('+') : [key]))
    .map((key) => {
      if (key === 'mod') return isMac() ? '⌘' : 'Ctrl'
      return caps[key] ?? (key.length === 1 ? key.toUpperCase() : key)
    })
