export const outcomes = ['dispatched', 'unmatched', 'guardrail', 'excluded_member', 'excluded_org'] as const
export type Outcome = (typeof outcomes)[number]
export type JournalSearch = { outcome?: Outcome; mailbox?: string }

/** The filters in the address; anything else is ignored. */
export function readJournalSearch(search: Record<string, unknown>): JournalSearch {
  const outcome = outcomes.find((known) => known === search.outcome)
  return {
    ...(outcome && { outcome }),
    ...(typeof search.mailbox === 'string' && search.mailbox && { mailbox: search.mailbox }),
  }
}
