import type { AnyNodeType, Data, RunLimits, RunRecorder } from '../../engine/index.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ExecutionNotifier } from './execution-notifier.ts'
import type { FindNodeTypes } from './forbid-nodes.ts'
import type { RunState } from './run/run-one.ts'
import type { BindPorts } from './run/run-recorder.ts'
import type { Runner } from './run/runner.ts'
import type { OwnedRun } from './run/runs.store.ts'
import type { NewExecution } from './start.store.ts'

/** The message that starts a run. */
export type MessageHead = { id: string; mailboxId: string; headline: NonNullable<NewExecution['headline']> }

/** What runs need from other slices, supplied by the composition root. */
type ExecutionPorts = {
  bindPorts: BindPorts
  /** Loads the root values of expressions: `message`, `thread`, `sender`, `mailbox`, `member`. */
  loadRoots(
    db: Db,
    about: { memberId: string; mailboxId: string | null; messageId: string | null },
    roots: ReadonlySet<string>,
  ): Promise<Record<string, unknown>>
  /** Finds the messages that belong to the member. */
  findMessages(db: Db, memberId: string, ids: string[]): Promise<MessageHead[]>
  isAdministrator(db: Db, memberId: string): Promise<boolean>
  /** Validates the body of a webhook call against the trigger's parameters. */
  checkWebhook(params: Data, body: Data): { path: string; message: string }[]
  /** Expires the pending approvals of runs that have ended. */
  onCancelled(db: Db, executionIds: string[]): Promise<void>
}

export type ExecutionDeps = {
  db: Database
  /** Webhook calls are inserted on connections of their own. */
  intakeDb: Database
  log: Log
  live: Live
  notifier: ExecutionNotifier
  findNodeTypes: FindNodeTypes
  catalogue: readonly AnyNodeType[]
  limits: {
    maxConcurrency: { default: number }
    executionTimeoutMs: { default: number }
    run: RunLimits
  }
  ports: ExecutionPorts
  stoppedEffects: RunRecorder['stoppedEffects']
  /** How many webhook calls a paused workflow keeps. */
  maxHeldCalls: number
  processId(): string
  runner(): Runner | undefined
}

/** The value of `trigger` in expressions. */
export const triggerRoot = (
  { triggerType }: Pick<OwnedRun, 'triggerType'>,
  { triggerData }: Pick<RunState, 'triggerData'>,
) =>
  triggerType === 'trigger.webhook'
    ? { type: 'webhook', body: triggerData }
    : { ...triggerData, type: triggerType.replace('trigger.', '') }

export type { Data }
