import { client } from '../../api/client.ts'
import { hasCode } from '../../api/errors.ts'
import { faultText } from '../../api/fault-text.ts'
import { reread } from '../../api/read.ts'
import { wordsNow } from '../../lib/words/words.ts'
import { showToast } from '../../ui/toasts.tsx'
import { runWords } from './executions.words.ts'

function refuse(error: unknown) {
  showToast({ icon: 'warning', text: wordsNow(runWords).refused(faultText(error)), isFault: true })
  void reread(['executions'])
}

/** Cancels runs; those that have finished meanwhile are counted in the message. */
export async function cancelRuns(ids: readonly string[]) {
  const t = wordsNow(runWords)
  try {
    const { cancelled, skipped } = await client.executions.cancel({ body: { ids: [...ids] } })
    const late = skipped.length > 0 ? `, ${t.alreadyFinished(skipped.length)}` : ''
    showToast({ icon: 'cancelled', text: `${t.cancelled(cancelled)}${late}` })
    await reread(['executions'])
  } catch (error) {
    refuse(error)
  }
}

/** Retries a failed run from its failed step. Returns the id of the run that continues it. */
export async function retryRun(id: string): Promise<string | undefined> {
  try {
    const { executionId } = await client.runs.retry({ params: { id } })
    showToast({ icon: 'again', text: wordsNow(runWords).retryStarted(1) })
    await reread(['executions'])
    return executionId
  } catch (error) {
    refuse(error)
    return undefined
  }
}

const atOnce = 4

/** Retries the failed ones of the runs; those retried before are left out. */
export async function retryRuns(ids: readonly string[]) {
  const t = wordsNow(runWords)
  let started = 0
  try {
    for (let at = 0; at < ids.length; at += atOnce) {
      const answers = await Promise.allSettled(
        ids.slice(at, at + atOnce).map((id) => client.runs.retry({ params: { id } })),
      )
      started += answers.filter(({ status }) => status === 'fulfilled').length
      const fault = answers.find(
        (answer) => answer.status === 'rejected' && !hasCode(answer.reason, 'execution.conflict'),
      )
      if (fault?.status === 'rejected') throw fault.reason
    }
    showToast({ icon: 'again', text: started > 0 ? t.retryStarted(started) : t.retryNone })
    await reread(['executions'])
  } catch (error) {
    refuse(error)
  }
}

/** Retries all failed runs of a workflow, in the period that a list shows. */
export async function retryWorkflow(id: string, since: string | undefined) {
  const t = wordsNow(runWords)
  try {
    let started = 0
    let hasMore = true
    while (hasMore) {
      const answer = await client.executions.retryFailed({
        params: { id },
        body: { limit: 200, ...(since && { since }) },
      })
      started += answer.executionIds.length
      hasMore = answer.hasMore && answer.executionIds.length > 0
    }
    showToast({ icon: 'again', text: started > 0 ? t.retryStarted(started) : t.retryNone })
    await reread(['executions'])
  } catch (error) {
    refuse(error)
  }
}
