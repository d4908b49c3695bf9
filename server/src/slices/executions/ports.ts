import type { AnyNodeType, Data, RunRecorder } from '../../engine/index.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import type { ExecutionNotifier } from './execution-notifier.ts'
import type { RunState } from './run/run-one.ts'
import type { BindPorts } from './run/run-recorder.ts'
import type { Runner } from './run/runner.ts'
import type { OwnedRun } from './run/runs.store.ts'
import type { NewExecution } from './start.store.ts'

/** A message as a run begins with it. */
export type MessageHead = { id: string; mailboxId: string; headline: NonNullable<NewExecution['headline']> }

/** What runs need of other slices. The composition root supplies it. */
type ExecutionPorts = {
  bindPorts: BindPorts
  /** The values that expressions begin with: `message`, `thread`, `sender`, `mailbox`, `member`. */
  loadRoots(
    db: Db,
    about: { memberId: string; mailboxId: string | null; messageId: string | null },
    wanted: ReadonlySet<string>,
  ): Promise<Record<string, unknown>>
  /** Those of the messages that are the member's own. */
  findMessages(db: Db, memberId: string, ids: string[]): Promise<MessageHead[]>
  /** What is wrong with the body of a webhook call, by what the trigger's parameters declare. */
  checkWebhook(params: Data, body: Data): { path: string; message: string }[]
  /** What waits for people on behalf of runs that were ended waits no longer. */
  onCancelled(db: Db, executionIds: string[]): Promise<void>
}

export type ExecutionDeps = {
  db: Database
  live: Live
  notifier: ExecutionNotifier
  nodeTypes: ReadonlyMap<string, AnyNodeType>
  limits: { maxConcurrency: { default: number }; executionTimeoutMs: { default: number } }
  ports: ExecutionPorts
  stoppedEffects: RunRecorder['stoppedEffects']
  processId(): string
  runner(): Runner | undefined
}

/** What `trigger` means in expressions. */
export const triggerRoot = (
  { triggerType }: Pick<OwnedRun, 'triggerType'>,
  { triggerData }: Pick<RunState, 'triggerData'>,
) =>
  triggerType === 'trigger.webhook'
    ? { type: 'webhook', body: triggerData }
    : { ...triggerData, type: triggerType.replace('trigger.', '') }

export type { Data }
