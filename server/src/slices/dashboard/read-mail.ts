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

async function countAll(snapshot: Snapshot, request: Request): Promise<Rows> {
  const { scope, pieces } = request
  const received = receivedBy(scope)
  const [entries, entryEdges, mails, mailEdges] = await Promise.all([
    readAmounts(snapshot, 'journal', received, pieces),
    readEdges(snapshot, 'journal', received, request),
    readAmounts(snapshot, 'mail', scope, pieces),
    readEdges(snapshot, 'mail', scope, request),
  ])
  return { entries: [...entries, ...entryEdges], mails: [...mails, ...mailEdges] }
}

function describeAll({ scope, window }: Request, counted: Rows, uncounted: Rows) {
  const entries = [...counted.entries, ...uncounted.entries]
  const mails = [...counted.mails, ...uncounted.mails]
  const series = (of: (measure: string) => boolean) => seriesOf(entries, window.starts.length, of)
  return {
    current: totalsOf(entries.filter(isCurrent), mails.filter(isCurrent), scope),
    previous: totalsOf(entries.filter(isPrevious), mails.filter(isPrevious), scope),
    series: { received: series(() => true), dispatched: series(is('dispatched')) },
  }
}

export const readMail = defineReading({
  sources: ['journal', 'mail'],
  count: countAll,
  fresh: ({ scope, window, bounds }) => {
    const range = { from: window.previousFrom, to: window.to, bounds }
    return { entries: selectNewEntries(receivedBy(scope), range), mails: selectNewMails(scope, range) }
  },
  describe: async (_snapshot, request, counted, rows: Rows) => describeAll(request, counted, rows),
})
