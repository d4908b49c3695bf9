import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import type { Issue } from '@mailwright/contract/workflow-graph/validate'
import type { Db } from '../../platform/db/database.ts'
import type { AnalyzedMail } from '../messages/index.ts'

/** The condition of a message trigger, evaluated over stored mail. */
export type TriggerCondition = {
  /** `body` is the beginning of the message's text, where it was read. */
  matches(mailboxId: string, mail: AnalyzedMail, body?: string | null): boolean
  /** Whether only the body decides. */
  needsBody(mailboxId: string, mail: AnalyzedMail): boolean
  /** Tests recipients or the names of attachments. */
  readsContent: boolean
  readsBody: boolean
  readsThread: boolean
}

/** A question to the model that is set up for the analyzer. It has no tools. */
type ModelQuestion = {
  /** The answer to the same key is asked for once. */
  key: string
  memberId: string
  mailboxId: string
  system: string
  text: string
  output: { name: string; schema: Record<string, unknown> }
  maxOutputTokens: number
  signal: AbortSignal
}
export type AskedModel = {
  /** Fits the schema. */
  data: unknown
  model: string
  inputTokens: number
  outputTokens: number
  costUsd: number | null
}

/** What the analyzer needs from other parts; supplied by the composition root. */
export type AnalyzerPorts = {
  /** Undefined when the parameters cannot be read. */
  readTrigger(params: Record<string, unknown>): TriggerCondition | undefined
  /** What validation would say about a workflow of the member with this graph. */
  findIssues(db: Db, memberId: string, graph: Graph): Promise<Issue[]>
  /** Whether a model is set up for the analyzer. */
  hasModel(db: Db): Promise<boolean>
  /** Throws an error with a code `ai.*`. */
  ask(question: ModelQuestion): Promise<AskedModel>
}
