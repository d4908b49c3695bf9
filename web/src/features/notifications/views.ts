export const views = ['all', 'unread', 'incidents'] as const
export type View = (typeof views)[number]

/** The view in the address; anything else is ignored. */
export function readView(search: Record<string, unknown>): { view?: View } {
  const view = views.find((known) => known === search.view)
  return view && view !== 'all' ? { view } : {}
}
