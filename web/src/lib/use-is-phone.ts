import { useSyncExternalStore } from 'react'

const query = typeof matchMedia === 'undefined' ? undefined : matchMedia('(max-width: 860px)')

const subscribe = (listener: () => void) => {
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

/** Whether there is room for one pane only. */
export const useIsPhone = () => useSyncExternalStore(subscribe, () => query?.matches ?? false)
