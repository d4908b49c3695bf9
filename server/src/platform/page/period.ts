export type Period = { from?: string; to?: string }

// The database rejects days that a browser reads as days of the next month, such as 30 February.
const normal = (text: string) => new Date(text).toISOString()

/** The period that a list is limited to, as the database reads it. */
export const readPeriod = ({ from, to }: Period): Period => ({
  ...(from === undefined ? {} : { from: normal(from) }),
  ...(to === undefined ? {} : { to: normal(to) }),
})
