/** A list of threads, as the address names it. */
export type Place = {
  folder: string
  mailbox?: string
  q?: string
  filter?: Filter
  everywhere?: boolean
}

export const filters = ['all', 'unread', 'flagged', 'attachments'] as const
type Filter = (typeof filters)[number]

export type PlaceSearch = Omit<Place, 'folder'>

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** What the address may say about a list; anything else is ignored. */
export function readPlace(search: Record<string, unknown>): PlaceSearch {
  const mailbox = text(search.mailbox)
  const q = text(search.q) ?? (typeof search.q === 'number' ? String(search.q) : undefined)
  const filter = filters.find((known) => known === search.filter)
  return {
    ...(mailbox && { mailbox }),
    ...(q && { q }),
    ...(filter && filter !== 'all' && { filter }),
    ...(search.everywhere === true && { everywhere: true }),
  }
}
