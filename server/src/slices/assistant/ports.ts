import type { RouteDeclaration } from '@mailwright/contract/route'
import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import type { Issue } from '@mailwright/contract/workflow-graph/validate'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Call, Caller } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import type { LlmProvider, LlmReply, LlmRequest } from '../../protocols/llm/index.ts'

type ChosenModel = { provider: LlmProvider; model: string; connectionId: string }
export type WantedModel = { provider: LlmProvider; model: string; connectionId?: string | undefined }

type ModelChoices = {
  default:
    | (Omit<ChosenModel, 'connectionId'> & { source: 'purpose' | 'instanceDefault' | 'configurationOrder' })
    | null
  options: (ChosenModel & { connectionLabel: string })[]
}

type ModelQuestion = {
  /** A committed answer under this key is not asked for again. */
  key: string
  memberId: string
  model?: Pick<ChosenModel, 'provider' | 'model'> | undefined
  connectionId?: string | undefined
  request: Omit<LlmRequest, 'model'>
  onText: (piece: string) => void
}
type ModelReplied = { reply: LlmReply; model: { provider: string; model: string }; costUsd: number | null }

type SimulatedRun = {
  status: 'succeeded' | 'failed' | 'waiting' | 'skipped'
  error: string | null
  nodes: string[]
}

type RouteInput = { params?: Record<string, unknown>; query?: Record<string, unknown> }

/** What the assistant needs from other slices; supplied by the composition root. */
export type AssistantPorts = {
  ask(question: ModelQuestion): Promise<ModelReplied>
  listModels(db: Db): Promise<ModelChoices>
  /** Undefined: nothing may serve what is wanted. */
  chooseModel(db: Db, wanted: WantedModel | undefined): Promise<ChosenModel | undefined>
  /** Who sent the turn; undefined when the member is not active any more. */
  findCaller(db: Db, memberId: string, scopes: string[] | null): Promise<Caller | undefined>
  /** A GET route of the product as this caller sees it: the same checks, scopes and closed replies. */
  read(route: RouteDeclaration, caller: Caller, input: RouteInput): Promise<unknown>
  /** A route of the product in the transaction of another call. */
  act(
    route: RouteDeclaration,
    call: Call<RouteDeclaration>,
    input: RouteInput & { body: unknown },
  ): Promise<unknown>
  checkGraph(db: Db, caller: Caller, graph: Graph): Promise<Issue[]>
  simulate(db: Database, caller: Caller, graph: Graph, messageId: string | null): Promise<SimulatedRun>
}

export type AssistantDeps = { db: Database; live: Live; ports: AssistantPorts }
