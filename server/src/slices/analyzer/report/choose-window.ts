import type { ReportBody } from '@mailwright/contract/analyzer'
import type { Static } from '@mailwright/contract/schema'
import { exclusionReason } from '../../mailboxes/index.ts'
import type { ScopeRow } from '../../members/index.ts'
import type { SenderCount } from '../../messages/index.ts'
import { domainOf } from '../grouping/public-domains.ts'

type Body = Static<typeof ReportBody>
export type Days = 30 | 90 | 180 | 365

/** The shortest window with this many messages is chosen. */
const targetMessages = 2_000

const columns = { 30: 'in30', 90: 'in90', 180: 'in180', 365: 'in365' } as const
const allDays = [30, 90, 180, 365] as const

export type Scopes = { organisation: ScopeRow; member: ScopeRow }
export const isInScope = ({ organisation, member }: Scopes, sender: string | null) =>
  exclusionReason(organisation, sender) === undefined && exclusionReason(member, sender) === undefined

const sumOf = (counts: SenderCount[], days: Days) => counts.reduce((sum, one) => sum + one[columns[days]], 0)

function chooseDays(candidates: Body['window']['candidates'], choice: Days | null) {
  if (choice !== null) return { days: choice, reason: 'member_choice' as const }
  const reached = allDays.find((_, i) => (candidates[i]?.messages ?? 0) >= targetMessages)
  return reached === undefined
    ? { days: 365 as const, reason: 'capped' as const }
    : { days: reached, reason: 'target_reached' as const }
}

/** Chooses the window, and counts what follows from the senders alone. */
export function chooseWindow(counts: SenderCount[], scopes: Scopes, choice: Days | null) {
  const { included = [], excluded = [] } = Object.groupBy(counts, ({ sender }) =>
    isInScope(scopes, sender) ? 'included' : 'excluded',
  )
  const candidates = allDays.map((days) => ({ days, messages: sumOf(included, days) }))
  const { days, reason } = chooseDays(candidates, choice)
  const messages = sumOf(included, days)
  const senders = included.flatMap((one) =>
    one[columns[days]] > 0 && one.sender !== null ? [one.sender] : [],
  )
  return {
    days,
    excluded: new Set(excluded.map(({ sender }) => sender)),
    window: {
      days,
      reason,
      targetMessages,
      messages,
      excludedByScope: sumOf(counts, days) - messages,
      candidates,
    } satisfies Body['window'],
    stats: {
      messages30d: sumOf(counts, 30),
      messages90d: sumOf(counts, 90),
      messages365d: sumOf(counts, 365),
      senders: senders.length,
      domains: new Set(senders.map(domainOf)).size,
    },
  }
}
