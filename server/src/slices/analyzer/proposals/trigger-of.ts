import { foldForComparison } from '../../../platform/text/fold.ts'
import type { AnalyzedMail } from '../../messages/index.ts'
import type { Cell } from '../grouping/cells.ts'
import { domainOf } from '../grouping/public-domains.ts'

type Condition = { field: string; operator?: string; value: string | boolean }

/** The start of a proposed workflow. */
export type ProposedTrigger = {
  params: Record<string, unknown>
  /** A cheap test that every matching message passes: the whole condition is evaluated only for these. */
  mayMatch(mail: AnalyzedMail, foldedSubject: string): boolean
}

const maxPhrases = 30

/** Subjects come from strangers: what looks like an expression or a wildcard becomes "anything". */
const patternOf = (shape: string) =>
  `*${shape.replaceAll(/[#{}*]+/g, '*').replaceAll(/\*(?:\s*\*)+/g, '*')}*`.replaceAll(/\*{2,}/g, '*')

const isAt = (domain: string) => (mail: AnalyzedMail) => {
  const own = domainOf(mail.fromEmail)
  return own === domain || own.endsWith(`.${domain}`)
}

/** The most frequent phrases, which together stand for the topic. */
const phrasesOf = (cell: Cell) =>
  [...cell.phrases]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, maxPhrases)
    .map(([phrase]) => phrase)

/** The conditions that select the messages of a group; undefined when no simple rule does. */
export function triggerOf(cell: Cell, mailboxId: string): ProposedTrigger | undefined {
  const { domain, signal, shape, topic } = cell
  const trigger = (
    conditions: Condition[],
    mayMatch: ProposedTrigger['mayMatch'],
    more: Record<string, unknown> = {},
  ) => ({ params: { mailboxIds: [mailboxId], conditions, ...more }, mayMatch })
  const from: Condition = { field: 'from', operator: 'domain', value: domain }
  if (signal === 'newsletter' && domain !== '')
    return trigger([from, { field: 'isMailingList', value: true }], isAt(domain), { includeLists: true })
  if (signal === 'automated' && domain !== '' && shape !== '')
    return trigger([from, { field: 'subject', operator: 'matches', value: patternOf(shape) }], isAt(domain))
  if (signal !== 'human') return undefined
  if (topic === null)
    return domain === '' ? undefined : trigger([from, { field: 'isNoReply', value: false }], isAt(domain))
  const phrases = phrasesOf(cell)
  return trigger(
    phrases.map((value) => ({ field: 'subject', operator: 'contains', value })),
    (_mail, folded) => phrases.some((phrase) => folded.includes(phrase)),
    { match: 'any' },
  )
}

export const foldSubject = (mail: AnalyzedMail) => foldForComparison(mail.subject ?? '')
