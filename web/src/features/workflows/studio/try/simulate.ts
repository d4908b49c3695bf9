import { client } from '../../../../api/client.ts'
import { flush } from '../document/auto-save.ts'
import { useStudio } from '../document/studio.store.ts'
import { type Execution, showRun } from './run.store.ts'

type Start = { triggerNodeId?: string; messageId?: string; triggerData?: Record<string, unknown> }

const pollMs = 300
const isOver = ({ status }: Execution) => !['queued', 'running'].includes(status)

const pause = () => new Promise((resolve) => setTimeout(resolve, pollMs))

/** Follows a run until it has finished or waits for somebody. */
async function follow(id: string, onChange: (execution: Execution) => void, signal: AbortSignal) {
  for (;;) {
    const execution = await client.executions.get({ params: { id } }, { signal })
    onChange(execution)
    if (isOver(execution)) return execution
    await pause()
  }
}

/** Simulates what is on the screen: it is saved first, so that the test is not of an older draft. */
export async function simulate(start: Start, signal: AbortSignal, onChange = showRun): Promise<Execution> {
  await flush()
  const { workflowId } = useStudio.getState()
  const { executionId } = await client.runs.test({ params: { id: workflowId }, body: start }, { signal })
  return follow(executionId, onChange, signal)
}

const atOnce = 4

/** Simulates on several mails, a few at a time; each result is told as it comes. */
export async function simulateMany(
  triggerNodeId: string,
  messageIds: readonly string[],
  onResult: (messageId: string, result: Execution | Error) => void,
  signal: AbortSignal,
) {
  await flush()
  const left = [...messageIds]
  const work = async () => {
    for (let id = left.shift(); id !== undefined && !signal.aborted; id = left.shift())
      try {
        onResult(id, await simulate({ triggerNodeId, messageId: id }, signal, () => undefined))
      } catch (error) {
        if (!signal.aborted) onResult(id, error instanceof Error ? error : new Error(String(error)))
      }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
