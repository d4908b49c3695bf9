import { lazy, Suspense } from 'react'
import { usePanel } from './assistant.store.ts'

const Panel = lazy(() => import('./panel.tsx'))

/** The place of the panel; it is loaded when it is first opened. */
export function AssistantDock() {
  const isOpen = usePanel((panel) => panel.isOpen)
  return <Suspense>{isOpen && <Panel />}</Suspense>
}
