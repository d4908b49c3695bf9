import type { analyzer } from '@mailwright/contract/analyzer'
import type { Reply } from '@mailwright/contract/route'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { findOwnAddresses, findOwnMailboxes } from '../mailboxes/index.ts'
import type { AnalyzedMail } from '../messages/index.ts'
import { findOwnWorkflow, findVersion } from '../workflows/index.ts'
import type { AnalyzerPorts, TriggerCondition } from './ports.ts'
import { isInScope } from './report/choose-window.ts'
import { findScopes } from './report/find-scopes.ts'
import { readMail } from './report/read-mail.ts'

type History = Reply<typeof analyzer.triggerHistory>

const dayMs = 86_400_000
const maxReadMs = 5_000
const maxExamples = 10

/** The message triggers of the draft, or of the published version when there is none. */
async function findConditions(
  db: Db,
  ports: Pick<AnalyzerPorts, 'readTrigger'>,
  memberId: string,
  id: string,
) {
  const workflow = await findOwnWorkflow(db, memberId, id)
  const versionId = workflow?.draftVersionId ?? workflow?.publishedVersionId
  const version = versionId ? await findVersion(db, versionId) : undefined
  if (!version) throw fault('workflow.not_found')
  const triggers = version.graph.nodes.filter((node) => node.type === 'trigger.message' && !node.disabled)
  if (triggers.length === 0) throw fault('workflow.conflict', { details: { reason: 'no_message_trigger' } })
  return triggers.flatMap(({ params }) => ports.readTrigger(params ?? {}) ?? [])
}

/** Decides as dispatching does: whose mail is taken in, what may be a loop, then the triggers. */
async function openDecision(db: Db, memberId: string, conditions: readonly TriggerCondition[]) {
  const scopes = await findScopes(db, memberId)
  const ownAddresses = await findOwnAddresses(db, memberId)
  const isLoop = ({ isAutoReply, fromEmail }: AnalyzedMail) =>
    isAutoReply && fromEmail !== null && ownAddresses.has(fromEmail)
  return (mailboxId: string, mail: AnalyzedMail, body: string | null) =>
    !isLoop(mail) &&
    isInScope(scopes, mail.fromEmail) &&
    conditions.some((condition) => condition.matches(mailboxId, mail, body))
}

type Tally = Pick<History, 'messages' | 'runs' | 'examples'>
type Period = { since: Date; until: Date }

/** The last day, then longer and longer periods into the past. */
function* periodsOf(until: Date, days: number): Generator<Period> {
  const start = until.getTime() - days * dayMs
  for (let end = until.getTime(), length = dayMs; end > start; end -= length, length *= 2)
    yield { since: new Date(Math.max(start, end - length)), until: new Date(end) }
}

type Counting = {
  db: Db
  mailboxIds: readonly string[]
  conditions: readonly TriggerCondition[]
  isRun: Awaited<ReturnType<typeof openDecision>>
  signal: AbortSignal
}

async function countPeriod({ db, mailboxIds, conditions, isRun, signal }: Counting, period: Period) {
  const tally: Tally = { messages: 0, runs: 0, examples: [] }
  const needs = {
    content: conditions.some(({ readsContent }) => readsContent),
    firstInThread: conditions.some(({ readsThread }) => readsThread),
  }
  const wholeBodies = conditions.some(({ readsBody }) => readsBody)
  for (const mailboxId of mailboxIds) {
    const needsBody = (mail: AnalyzedMail) => conditions.some((one) => one.needsBody(mailboxId, mail))
    await readMail(db, { mailboxId, ...period }, { needs, needsBody, wholeBodies, signal }, (mail, body) => {
      tally.messages++
      if (!isRun(mailboxId, mail, body)) return
      tally.runs++
      const { id: messageId, fromEmail: from, subject, receivedAt } = mail
      tally.examples.push({ messageId, from, subject, receivedAt })
    })
  }
  return tally
}

const newest = (examples: History['examples']) =>
  examples.toSorted((a, b) => Date.parse(b.receivedAt) - Date.parse(a.receivedAt)).slice(0, maxExamples)

/** How often the workflow would have run on the member's stored mail. A period that was not read to its end is not counted. */
export async function countTriggerRuns(
  db: Db,
  ports: Pick<AnalyzerPorts, 'readTrigger'>,
  { memberId, workflowId, days }: { memberId: string; workflowId: string; days: number },
  signal = AbortSignal.timeout(maxReadMs),
): Promise<History> {
  const conditions = await findConditions(db, ports, memberId, workflowId)
  const isRun = await openDecision(db, memberId, conditions)
  const mailboxIds = (await findOwnMailboxes(db, memberId)).map(({ id }) => id)
  const until = new Date()
  const history: History = {
    days,
    since: until.toISOString(),
    complete: true,
    messages: 0,
    runs: 0,
    examples: [],
  }
  for (const period of periodsOf(until, days)) {
    try {
      const tally = await countPeriod({ db, mailboxIds, conditions, isRun, signal }, period)
      history.messages += tally.messages
      history.runs += tally.runs
      history.examples = newest([...history.examples, ...tally.examples])
      history.since = period.since.toISOString()
    } catch (error) {
      if (!signal.aborted) throw error
      return { ...history, complete: false }
    }
  }
  return history
}
