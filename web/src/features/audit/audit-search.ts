export const periods = [1, 7, 30] as const
export type AuditSearch = { action?: string; actor?: string; days?: (typeof periods)[number] }

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** The filters in the address; anything else is ignored. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const action = text(search.action)
  const actor = text(search.actor)
  const days = periods.find((known) => known === Number(search.days))
  return { ...(action && { action }), ...(actor && { actor }), ...(days && { days }) }
}
