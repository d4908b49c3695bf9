import { pause } from '../../../platform/concurrency/time.ts'
import type { Db } from '../../../platform/db/database.ts'
import { AiFault, classify, describeMessage } from '../../ai/index.ts'
import { findRunMessages, type RunMessage } from '../../messages/index.ts'
import type { EvaluationDeps } from '../ports.ts'
import { findExamples } from '../reference/few-shot.ts'
import type { Outcome } from './cases.store.ts'
import type { RunRow } from './runs.store.ts'

const maxTries = 5
const firstPauseMs = 1_000
const maxPauseMs = 30_000
const totalMs = 120_000
const idleMs = 60_000

type Case = { id: string; messageId: string }

async function prepare(db: Db, { ports }: EvaluationDeps, run: RunRow, message: RunMessage) {
  const { classifier, memberId, workflowId, nodeId } = run
  const about = { memberId, mailboxId: message.mailboxId, messageId: message.id }
  const instructions = await ports.renderInstructions(db, about, classifier.instructions)
  const labels = classifier.categories.map(({ name }) => name)
  const place = { memberId, workflowId, nodeId }
  // An example of the same conversation would give the answer away.
  const examples = classifier.useExamples ? await findExamples(db, place, labels, message.threadId) : []
  const { categories, several } = classifier
  const material = [{ id: 'message', label: 'message', text: describeMessage(message) }]
  return { categories, several, instructions, examples, material }
}

/** Asks the model as the node would. The answer is committed under the case before this returns. */
async function askOnce(db: Db, deps: EvaluationDeps, run: RunRow, one: Case, signal: AbortSignal) {
  const [message] = await findRunMessages(db, run.memberId, [one.messageId])
  if (!message) return { code: 'mail.message_gone', message: 'The message no longer exists.' }
  const task = await prepare(db, deps, run, message)
  let costUsd: number | null = null
  const { labels, confidence } = await classify(
    async (purpose, { system, text, output, maxOutputTokens }) => {
      const answer = await deps.ports.callModel({
        key: `evaluation ${one.id}`,
        memberId: run.memberId,
        purpose,
        model: { provider: run.provider, model: run.model },
        workflowId: run.workflowId,
        nodeId: run.nodeId,
        mailboxId: message.mailboxId,
        request: {
          system,
          messages: [{ role: 'user', text }],
          output,
          maxOutputTokens,
          signal,
          totalMs,
          idleMs,
        },
      })
      costUsd = answer.costUsd
      return answer.reply.data
    },
    task,
  )
  return { predicted: labels, confidence, costUsd }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** What came of a case. Throws what says nothing about it, such as an unreachable database. */
export async function askCase(
  db: Db,
  deps: EvaluationDeps,
  run: RunRow,
  one: Case,
  signal: AbortSignal,
): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    try {
      return await askOnce(db, deps, run, one, signal)
    } catch (error) {
      signal.throwIfAborted()
      const isTransient = error instanceof AiFault && error.kind === 'transient'
      if (isTransient && tries < maxTries) {
        const wantedMs = error.retryAfterMs ?? firstPauseMs * 2 ** (tries - 1)
        await pause(Math.min(wantedMs, maxPauseMs), signal)
        signal.throwIfAborted()
        continue
      }
      if (error instanceof AiFault) return { code: error.code, message: error.message }
      if (error instanceof Error && codeOf(error).startsWith('expression.'))
        return { code: codeOf(error), message: error.message }
      throw error
    }
  }
}
