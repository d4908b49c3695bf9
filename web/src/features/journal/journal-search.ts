export const outcomes = ['dispatched', 'unmatched', 'guardrail', 'excluded_member', 'excluded_org'] as const
export type Outcome = (typeof outcomes)[number]
/** With `from` and `to`, the mails of a period, such as that of a figure of a dashboard. */
export type JournalSearch = { outcome?: Outcome; mailbox?: string; from?: string; to?: string }

const time = (value: unknown) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined

/** The filters in the address; anything else is ignored. */
export function readJournalSearch(search: Record<string, unknown>): JournalSearch {
  const outcome = outcomes.find((known) => known === search.outcome)
  const [from, to] = [time(search.from), time(search.to)]
  return {
    ...(outcome && { outcome }),
    ...(typeof search.mailbox === 'string' && search.mailbox && { mailbox: search.mailbox }),
    ...(from && { from }),
    ...(to && { to }),
  }
}
