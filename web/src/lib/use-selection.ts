import { useCallback, useEffect, useState } from 'react'

const none: ReadonlySet<string> = new Set()

/** The selected rows of a list. Another list begins with none. */
export function useSelection(listKey: string) {
  const [selection, setSelection] = useState(none)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is what changes.
  useEffect(() => setSelection(none), [listKey])
  const toggle = useCallback(
    (id: string) =>
      setSelection((now) => {
        const next = new Set(now)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  const add = (ids: readonly string[]) => setSelection((now) => new Set([...now, ...ids]))
  const clear = useCallback(() => setSelection(none), [])
  return { selection, toggle, add, clear }
}
