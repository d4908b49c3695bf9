import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import type { Issue } from '@mailwright/contract/workflow-graph/validate'
import type { Db } from '../../platform/db/database.ts'
import type { AnalyzedMail } from '../messages/index.ts'

/** The condition of a message trigger, evaluated over stored mail. */
export type TriggerCondition = {
  matches(mailboxId: string, mail: AnalyzedMail): boolean
  /** Tests recipients or the names of attachments. */
  readsContent: boolean
  readsBody: boolean
  readsThread: boolean
}

/** What the analyzer needs from other parts; supplied by the composition root. */
export type AnalyzerPorts = {
  /** Undefined when the parameters cannot be read. */
  readTrigger(params: Record<string, unknown>): TriggerCondition | undefined
  /** What validation would say about a workflow of the member with this graph. */
  findIssues(db: Db, memberId: string, graph: Graph): Promise<Issue[]>
}
