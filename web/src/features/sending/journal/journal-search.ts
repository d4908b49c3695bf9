export const statuses = ['pending', 'held', 'running', 'done', 'failed', 'cancelled', 'unknown'] as const
export type SendStatus = (typeof statuses)[number]

export type JournalSearch = { status?: SendStatus; mailbox?: string; workflow?: string }

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** The filters in the address; anything else is ignored. */
export function readJournalSearch(search: Record<string, unknown>): JournalSearch {
  const status = statuses.find((known) => known === search.status)
  const mailbox = text(search.mailbox)
  const workflow = text(search.workflow)
  return { ...(status && { status }), ...(mailbox && { mailbox }), ...(workflow && { workflow }) }
}
