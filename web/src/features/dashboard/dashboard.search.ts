/** What the address says about the dashboards. */
export type DashboardSearch = {
  scope?: 'org'
  period?: '24h' | '30d' | 'custom'
  /** Days, the last one included; only with the period `custom`. */
  from?: string
  to?: string
  mailbox?: string
  workflow?: string
  member?: string
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const day = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined

export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const [from, to] = [day(search.from), day(search.to)]
  const isCustom = search.period === 'custom' && from !== undefined && to !== undefined && from <= to
  const period = search.period === '24h' || search.period === '30d' ? search.period : undefined
  const [mailbox, workflow, member] = [text(search.mailbox), text(search.workflow), text(search.member)]
  return {
    ...(search.scope === 'org' && { scope: 'org' as const }),
    ...(isCustom ? { period: 'custom' as const, from, to } : period && { period }),
    ...(mailbox && { mailbox }),
    ...(workflow && { workflow }),
    ...(member && { member }),
  }
}

const startOf = (date: string, daysLater = 0) => {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, dayOfMonth + daysLater).toISOString()
}

/** The query of the four dashboards; days are those of the reader. */
export const dashboardQuery = ({ scope, period, from, to, mailbox, workflow, member }: DashboardSearch) => ({
  scope: scope ?? ('me' as const),
  period: period ?? ('7d' as const),
  tz: Intl.DateTimeFormat().resolvedOptions().timeZone,
  ...(period === 'custom' && from && to && { from: startOf(from), to: startOf(to, 1) }),
  ...(mailbox && { mailboxId: mailbox }),
  ...(workflow && { workflowId: workflow }),
  ...(member && { memberId: member }),
})
