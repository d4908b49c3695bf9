import { messages } from '@mailwright/contract/messages'
import { name, object, optional, type Static, text, uuid } from '@mailwright/contract/schema'
import { Graph } from '@mailwright/contract/workflow-graph/graph'
import { normaliseGraph } from '@mailwright/contract/workflow-graph/normalise'
import { isValid } from '@mailwright/contract/workflow-graph/validate'
import { workflows } from '@mailwright/contract/workflows'
import { AppError, fault } from '../../../platform/errors/app-error.ts'
import type { Caller } from '../../../platform/http/call.ts'
import { assertValid, compileValidator } from '../../../platform/http/validate.ts'
import { newId } from '../../../platform/ids/ids.ts'
import type { JsonSchema, LlmTool, LlmToolCall } from '../../../protocols/llm/index.ts'
import type { ConversationRow } from '../conversations/conversations.store.ts'
import type { AssistantDeps } from '../ports.ts'
import { differenceOf } from './difference.ts'
import { insertProposal, type Simulation } from './proposals.store.ts'

const maxSimulated = 5

const Arguments = object({
  /** What changes and why, in plain words for the member. */
  summary: text(1, 2000),
  /** The workflow to change; without it a new one is proposed. */
  workflowId: optional(uuid()),
  name: optional(name(1, 200)),
  graph: Graph,
})
const validate = compileValidator('body', Arguments)

export const proposeTool: LlmTool = {
  name: 'propose',
  description:
    'Propose a new workflow, or a change of one (workflowId). Give the whole graph. The member sees the summary, the difference, validation and a simulation, and decides. Nothing is saved before.',
  parameters: JSON.parse(JSON.stringify(Arguments)) as JsonSchema,
}

type Existing = {
  name: string
  graph: Graph
  draftVersion: { updatedAt?: string } | null
  publishedVersion: { updatedAt?: string } | null
}
type Recent = { messages: { id: string; subject: string | null }[] }

/** The newest messages that the caller may read; a key without the scope simulates nothing. */
async function recentMessages({ ports }: AssistantDeps, caller: Caller): Promise<Recent['messages']> {
  try {
    return ((await ports.read(messages.list, caller, { query: { limit: maxSimulated } })) as Recent).messages
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

async function simulate(deps: AssistantDeps, caller: Caller, graph: Graph): Promise<Simulation> {
  const onMail = graph.nodes.some(({ type }) => type === 'trigger.message')
  const about = onMail ? await recentMessages(deps, caller) : [{ id: null, subject: null }]
  const runs: Simulation['runs'] = []
  for (const { id, subject } of about.slice(0, maxSimulated))
    runs.push({ messageId: id, subject, ...(await deps.ports.simulate(deps.db, caller, graph, id)) })
  return { runs }
}

/** Checks the graph, compares, simulates and stores the proposal. Returns what the model should know. */
export async function propose(
  deps: AssistantDeps,
  caller: Caller,
  conversation: ConversationRow,
  call: LlmToolCall,
) {
  const given = structuredClone(call.arguments) as Static<typeof Arguments>
  assertValid(validate, given, 'assistant.bad_request')
  const existing = given.workflowId
    ? ((await deps.ports.read(workflows.get, caller, { params: { id: given.workflowId } })) as Existing)
    : null
  const title = existing?.name ?? given.name
  if (title === undefined)
    throw fault('assistant.bad_request', {
      details: { issues: [{ path: '/name', message: 'is required for a new workflow' }] },
    })
  const graph = normaliseGraph(given.graph, given.workflowId ?? 'new')
  const issues = await deps.ports.checkGraph(deps.db, caller, graph)
  const difference = differenceOf(existing?.graph ?? null, graph)
  const simulation = isValid(issues) ? await simulate(deps, caller, graph) : null
  const id = newId()
  await insertProposal(deps.db, {
    id,
    conversationId: conversation.id,
    toolCallId: call.id,
    kind: existing ? 'update_draft' : 'create_draft',
    summary: given.summary,
    name: title,
    workflowId: given.workflowId?.toLowerCase() ?? null,
    graph,
    baseUpdatedAt: (existing?.draftVersion ?? existing?.publishedVersion)?.updatedAt ?? null,
    difference,
    issues,
    simulation,
  })
  return {
    proposed: true,
    valid: isValid(issues),
    issues: issues.map(({ message, ...one }) => ({ ...one, message: message.en })),
    simulation,
  }
}
