import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Place, PlaceSearch } from '../place.ts'

const from = '/shell/mail/$folder'

/** The list in the address, the thread opened from it, and how to change both. */
export function usePlace() {
  const { folder } = useParams({ from })
  const search = useSearch({ from })
  const { threadId } = useParams({ strict: false })
  const navigate = useNavigate()
  // The same one until the address names another: rows are drawn again only then.
  const place = useMemo((): Place => ({ folder, ...search }), [folder, search])
  const open = (id: string | undefined, { replace = false } = {}) =>
    id
      ? navigate({ to: '/mail/$folder/$threadId', params: { folder, threadId: id }, search, replace })
      : navigate({ to: '/mail/$folder', params: { folder }, search, replace })
  /** Goes to the same folder with other conditions. */
  const narrow = (change: Partial<Record<keyof PlaceSearch, unknown>>) =>
    navigate({
      to: '/mail/$folder',
      params: { folder },
      search: { ...search, ...change } as PlaceSearch,
    })
  return { place, threadId, open, narrow }
}
