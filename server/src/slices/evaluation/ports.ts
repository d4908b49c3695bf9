import type { RouteDeclaration } from '@mailwright/contract/route'
import type { Graph, GraphNode } from '@mailwright/contract/workflow-graph/graph'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import type { AiUse, ModelCall } from '../ai/index.ts'

/** What a classification node asks, as the author wrote it. */
export type Classifier = {
  categories: { name: string; description: string }[]
  several: boolean
  /** May contain expressions about the message. */
  instructions: string
  threshold: number
  useExamples: boolean
  model: ModelCall['model'] | null
}

/** What evaluation needs from other parts; supplied by the composition root. */
export type EvaluationPorts = {
  /** `other`: not a classification node. `invalid`: its parameters cannot be used. */
  readClassifier(node: GraphNode): Classifier | 'other' | 'invalid'
  /** The mailboxes that the triggers of the graph take mail from; null: all. */
  mailboxesOf(graph: Graph): string[] | null
  /** Evaluates the expressions of instructions. Throws an error with a code. */
  renderInstructions(
    db: Db,
    about: { memberId: string; mailboxId: string; messageId: string },
    instructions: string,
  ): Promise<string>
  isActive(db: Db, memberId: string): Promise<boolean>
  /** A GET route of the product as this caller sees it. */
  read(route: RouteDeclaration, caller: Caller, input: { params: Record<string, unknown> }): Promise<unknown>
  callModel: AiUse['call']
}

export type EvaluationDeps = { db: Database; live: Live; ports: EvaluationPorts }
