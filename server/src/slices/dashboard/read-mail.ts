import type { JournalOutcome } from '@mailwright/contract/journal'
import type { Static } from '@mailwright/contract/schema'
import { selectNewEntries, selectNewMails } from './mail-figures.store.ts'
import { readAmounts, readEdges } from './read-amounts.ts'
import { defineReading, type Request } from './read-figures.ts'
import type { Scope } from './read-scope.ts'
import type { Snapshot } from './snapshot.ts'
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

// A received message has no workflow.
const receivedBy = ({ memberId, mailboxId }: Scope) => ({ memberId, mailboxId, workflowId: null })

type Rows = { entries: Amount[]; mails: Amount[] }

async function readAll(snapshot: Snapshot, request: Request, rows: Rows) {
  const { scope, window, pieces } = request
  const received = receivedBy(scope)
  const entries = [
    ...rows.entries,
    ...(await readAmounts(snapshot, 'journal', received, pieces)),
    ...(await readEdges(snapshot, 'journal', received, request)),
  ]
  const mails = [
    ...rows.mails,
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

export const readMail = defineReading({
  sources: ['journal', 'mail'],
  fresh: ({ scope, window, bounds }) => {
    const range = { from: window.previousFrom, to: window.to, bounds }
    return { entries: selectNewEntries(receivedBy(scope), range), mails: selectNewMails(scope, range) }
  },
  read: readAll,
})
