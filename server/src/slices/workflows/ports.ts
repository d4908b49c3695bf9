import type { executions } from '@mailwright/contract/executions'
import type { Reply } from '@mailwright/contract/route'
import type { NodeTypeInfo } from '@mailwright/contract/workflow-graph/node-type'
import type { Db } from '../../platform/db/database.ts'
import type { Origin } from '../../platform/http/headers.ts'
import type { Live } from '../../platform/live/live.ts'

type Status = Reply<typeof executions.list>['executions'][number]['status']
export type LastExecution = { id: string; status: Status; createdAt: string }

/** Those of the names that the member may use. `hold`: none of them can be taken away until the transaction ends. */
export type FindKnown = (db: Db, memberId: string, names: string[], hold: boolean) => Promise<Set<string>>

/** What a workflow needs of other slices. The composition root supplies it. */
export type WorkflowPorts = {
  /** Keeps the member from being suspended until the transaction ends; false when it is no active one. */
  holdMember(db: Db, memberId: string): Promise<boolean>
  /** Keeps the member's mailboxes from being disconnected until the transaction ends. */
  holdMailboxes(db: Db, memberId: string): Promise<void>
  known: Record<'tables' | 'connections' | 'mailboxes' | 'signatures' | 'folders', FindKnown>
  /** Those of the ids that are the member's own messages. */
  findOwnMessages(db: Db, memberId: string, ids: string[]): Promise<Set<string>>
  /** The newest real execution of each workflow that has one. */
  findLastExecutions(db: Db, workflowIds: string[]): Promise<Map<string, LastExecution>>
  /** Ends what is still running of a workflow that is about to be deleted. */
  endExecutions(db: Db, workflowId: string): Promise<void>
}

export type LimitRange = { default: number; max: number }
export type WorkflowLimits = { maxConcurrency: LimitRange; executionTimeoutMs: LimitRange }

export type WorkflowDeps = {
  catalogue: readonly NodeTypeInfo[]
  limits: WorkflowLimits
  origin: Origin
  live: Live
  ports: WorkflowPorts
}
