import type { JournalOutcome } from '@mailwright/contract/journal'
import type { Static } from '@mailwright/contract/schema'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import {
  type Amount,
  findAmounts,
  findEdges,
  type Progress,
  readProgress,
  useKnownPlans,
} from './figures.store.ts'
import { findNewEntries, findNewMails } from './mail-figures.store.ts'
import { type Request, readFigures } from './read-figures.ts'
import type { Query, Scope } from './read-scope.ts'
import { isCurrent, isPrevious, seriesOf, sumOf } from './sum-amounts.ts'

type Outcome = Static<typeof JournalOutcome>
const outcomes: Outcome[] = ['excluded_org', 'excluded_member', 'guardrail', 'unmatched', 'dispatched']
const is = (wanted: string) => (measure: string) => measure === wanted

function totalsOf(entries: Amount[], mails: Amount[], { workflowId }: Scope) {
  return {
    received: sumOf(entries, () => true),
    byOutcome: outcomes.map((outcome) => ({ outcome, count: sumOf(entries, is(outcome)) })),
    automatedEmails: sumOf(mails, is(workflowId === null ? 'automated' : 'automatedBy')),
    draftsPrepared: sumOf(mails, is('draft')),
    sentByWorkflows: sumOf(mails, is('sent')),
  }
}

async function readAll(db: Db, { scope, window, bounds, pieces, edges }: Request, progress: Progress) {
  const range = { from: window.previousFrom, to: window.to, bounds }
  // A received message has no workflow.
  const received = { memberId: scope.memberId, mailboxId: scope.mailboxId, workflowId: null }
  const newEntries = await findNewEntries(db, received, progress, range)
  const newMails = await findNewMails(db, scope, await readProgress(db, 'mail'), range)
  await useKnownPlans(db)
  const entries = [
    ...(await findAmounts(db, 'journal', received, pieces)),
    ...(await findEdges(db, 'journal', received, edges)),
    ...newEntries,
  ]
  const mails = [
    ...(await findAmounts(db, 'mail', scope, pieces)),
    ...(await findEdges(db, 'mail', scope, edges)),
    ...newMails,
  ]
  const series = (of: (measure: string) => boolean) => seriesOf(entries, window.starts.length, of)
  return {
    current: totalsOf(entries.filter(isCurrent), mails.filter(isCurrent), scope),
    previous: totalsOf(entries.filter(isPrevious), mails.filter(isPrevious), scope),
    series: { received: series(() => true), dispatched: series(is('dispatched')) },
  }
}

export const readMail = (database: Database, caller: Caller, query: Query) =>
  readFigures(database, caller, query, 'journal', readAll)
