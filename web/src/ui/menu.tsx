import { cloneElement, lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MenuProps } from './menu-entry.ts'

const BaseMenu = lazy(() => import('./base-menu.tsx'))

/** A button that opens a list of acts. Its code is loaded when the pointer or the focus comes near. */
export function Menu(props: MenuProps) {
  const [state, setState] = useState<'idle' | 'near' | 'open'>('idle')
  const waiting = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    // At once: a button that is replaced between press and release is not clicked.
    onPointerEnter: () => flushSync(() => setState((now) => (now === 'idle' ? 'near' : now))),
    onClick: () => setState('open'),
  })
  if (state === 'idle') return waiting
  return (
    <Suspense fallback={waiting}>
      <BaseMenu {...props} isOpen={state === 'open'} />
    </Suspense>
  )
}
