import { useLayoutEffect } from 'react'

/** What was typed before the field that it is for was there. */
let typed = ''

export const noteTyped = (text: string) => {
  typed = text
}

export const typedSoFar = () => typed

/** For the field that has the focus now. */
export function takeTyped(): string {
  const text = typed
  typed = ''
  return text
}

/** Gives a new field what was typed while it was loading. */
export function useTypedAhead(set: (text: string) => void, isWanted = true) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field appears.
  useLayoutEffect(() => {
    const text = isWanted ? takeTyped() : ''
    if (text) set(text)
  }, [])
}
