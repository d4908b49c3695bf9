import { cloneElement, useState } from 'react'
import type { MenuProps } from './menu-entry.ts'

let loaded: typeof import('./base-menu.tsx').default | undefined

/**
 * A button that opens a list of acts. Its code is loaded when the pointer comes near. A button that is replaced between
 * press and release is not clicked, so a pressed one stays until its click.
 */
export function Menu(props: MenuProps) {
  const [state, setState] = useState<'idle' | 'near' | 'pressed' | 'open'>('idle')
  const [BaseMenu, setBaseMenu] = useState(() => loaded)
  const load = async () => {
    try {
      loaded ??= (await import('./base-menu.tsx')).default
      setBaseMenu(() => loaded)
    } catch (error) {
      // For the error boundary.
      setState(() => {
        throw error
      })
    }
  }
  if (BaseMenu && (state === 'near' || state === 'open'))
    return <BaseMenu {...props} isOpen={state === 'open'} />
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => {
      setState((now) => (now === 'open' ? now : 'near'))
      void load()
    },
    onPointerDown: () => setState('pressed'),
    onClick: () => {
      setState('open')
      void load()
    },
  })
}
