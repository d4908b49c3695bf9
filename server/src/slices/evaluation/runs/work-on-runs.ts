import type { JobContext } from '../../../platform/jobs/define-job.ts'
import type { EvaluationDeps } from '../ports.ts'
import { askCase } from './ask-case.ts'
import { decideCase, findPending } from './cases.store.ts'
import { publishCase, publishRun } from './publish-run.ts'
import { addWork, type EvaluationPayload } from './run-job.ts'
import { failRun, finishRun, hasUnfinished, type RunRow, takeRun } from './runs.store.ts'

// Then the next member of the queue has its turn.
const casesPerJob = 20
const atOnce = 5

/** Decides cases, a few at once. A committed answer of the model is used again, so a crash costs nothing twice. */
async function decideCases(deps: EvaluationDeps, run: RunRow, { db, signal }: JobContext) {
  const cases = (await findPending(db, run.id, casesPerJob)).values()
  const worker = async () => {
    for (const one of cases) {
      signal.throwIfAborted()
      const outcome = await askCase(db, deps, run, one, signal)
      const decided = await decideCase(db, one.id, outcome)
      if (decided) publishCase(db, deps.live, run, decided)
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/** The job: some cases of the member's oldest run, then another job as long as there is more to do. */
export async function workOnRuns(
  deps: EvaluationDeps,
  { memberId }: EvaluationPayload,
  context: JobContext,
): Promise<void> {
  const { db, signal } = context
  const run = await takeRun(db, memberId)
  if (!run) return
  if (run.isFirst) publishRun(db, deps.live, memberId, run)
  const isActive = await deps.ports.isActive(db, memberId)
  if (isActive) await decideCases(deps, run, context)
  signal.throwIfAborted()
  await db.transaction(async (tx) => {
    const ended = isActive ? await finishRun(tx, run.id) : await failRun(tx, run.id)
    if (ended) publishRun(tx, deps.live, memberId, ended)
    if (await hasUnfinished(tx, memberId)) await addWork(tx, memberId)
  })
}
