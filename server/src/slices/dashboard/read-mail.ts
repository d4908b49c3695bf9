import type { JournalOutcome } from '@mailwright/contract/journal'
import type { Static } from '@mailwright/contract/schema'
import type { Caller } from '../../platform/http/call.ts'
import type { Progress } from './figures.store.ts'
import { findNewEntries, findNewMails } from './mail-figures.store.ts'
import { readAmounts, readEdges } from './read-amounts.ts'
import { type FigureDeps, type Request, readFigures } from './read-figures.ts'
import type { Query, Scope } from './read-scope.ts'
import type { Snapshot } from './roll-ups.ts'
import { type Amount, isCurrent, isPrevious, seriesOf, sumOf } from './sum-amounts.ts'

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

async function readAll(snapshot: Snapshot, request: Request, progress: Record<'journal' | 'mail', Progress>) {
  const { scope, window, bounds, pieces } = request
  const range = { from: window.previousFrom, to: window.to, bounds }
  // A received message has no workflow.
  const received = { memberId: scope.memberId, mailboxId: scope.mailboxId, workflowId: null }
  const entries = [
    ...(await findNewEntries(snapshot.db, received, progress.journal, range)),
    ...(await readAmounts(snapshot, 'journal', received, pieces)),
    ...(await readEdges(snapshot, 'journal', received, request)),
  ]
  const mails = [
    ...(await findNewMails(snapshot.db, scope, progress.mail, range)),
    ...(await readAmounts(snapshot, 'mail', scope, pieces)),
    ...(await readEdges(snapshot, 'mail', scope, request)),
  ]
  const series = (of: (measure: string) => boolean) => seriesOf(entries, window.starts.length, of)
  return {
    current: totalsOf(entries.filter(isCurrent), mails.filter(isCurrent), scope),
    previous: totalsOf(entries.filter(isPrevious), mails.filter(isPrevious), scope),
    series: { received: series(() => true), dispatched: series(is('dispatched')) },
  }
}

export const readMail = (deps: FigureDeps, caller: Caller, query: Query) =>
  readFigures(deps, caller, query, ['journal', 'mail'], readAll)
