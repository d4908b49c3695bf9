import { create } from 'zustand'

const storageKey = 'mailwright.why'

const stored = () => {
  try {
    return localStorage.getItem(storageKey) === 'shown'
  } catch {
    return false
  }
}

/** Whether the pane about automation is shown; remembered by this browser. */
export const useWhy = create<{ isShown: boolean; toggle(): void }>((set) => ({
  isShown: stored(),
  toggle: () =>
    set(({ isShown }) => {
      try {
        localStorage.setItem(storageKey, isShown ? 'hidden' : 'shown')
      } catch {
        // Private windows may have no storage: then it is not remembered.
      }
      return { isShown: !isShown }
    }),
}))
