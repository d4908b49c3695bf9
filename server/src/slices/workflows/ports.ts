import type { executions } from '@mailwright/contract/executions'
import type { Reply } from '@mailwright/contract/route'
import type { NodeTypeInfo } from '@mailwright/contract/workflow-graph/node-type'
import type { Db } from '../../platform/db/database.ts'
import type { Origin } from '../../platform/http/headers.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Validate } from './validation-cache.ts'

type Status = Reply<typeof executions.list>['executions'][number]['status']
export type LastExecution = { id: string; status: Status; createdAt: string }

/** The subset of names that the member may use. With `lock` they are locked until the transaction ends. */
export type FindKnown = (db: Db, memberId: string, names: string[], lock: boolean) => Promise<Set<string>>

/** What workflows need from other slices; supplied by the composition root. */
export type WorkflowPorts = {
  /** Prevents the member from being suspended until the transaction ends; false when the member is not active. */
  lockMember(db: Db, memberId: string): Promise<boolean>
  /** Prevents the member's mailboxes from being disconnected until the transaction ends. */
  lockMailboxes(db: Db, memberId: string): Promise<void>
  known: Record<'tables' | 'connections' | 'mailboxes' | 'signatures' | 'folders', FindKnown>
  /** The subset of ids that are messages of the member. */
  findOwnMessages(db: Db, memberId: string, ids: string[]): Promise<Set<string>>
  /** The newest execution of each workflow, simulations excluded. */
  findLastExecutions(db: Db, workflowIds: string[]): Promise<Map<string, LastExecution>>
  /** Ends the running executions of a workflow that is about to be deleted. */
  endExecutions(db: Db, workflowId: string): Promise<void>
}

export type LimitRange = { default: number; max: number }
export type WorkflowLimits = { maxConcurrency: LimitRange; executionTimeoutMs: LimitRange }

export type WorkflowDeps = {
  catalogue: readonly NodeTypeInfo[]
  limits: WorkflowLimits
  validate: Validate
  /** Node types that only administrators may use. */
  forbiddenNodes: ReadonlySet<string>
  origin: Origin
  live: Live
  ports: WorkflowPorts
}
