import { LlmProvider } from './ai.ts'
import { ids, keyAccess, route } from './route.ts'
import {
  anything,
  boolean,
  choice,
  integer,
  list,
  name,
  named,
  nullable,
  number,
  object,
  openDetail,
  optional,
  string,
  text,
  uuid,
  withDefault,
} from './schema.ts'
import { Graph, GraphConnection } from './workflow-graph/graph.ts'
import { WorkflowValidation } from './workflows.ts'

export const ConversationModel = named(
  'ConversationModel',
  object({ provider: LlmProvider, model: text(1, 200), connectionId: optional(uuid()) }),
)

export const Conversation = named(
  'Conversation',
  object({
    id: uuid(),
    title: string(),
    workflowId: nullable(string()),
    model: nullable(ConversationModel),
    lastModel: nullable(string()),
    status: choice('idle', 'running', 'failed', 'cancelled'),
    usage: object({
      calls: integer(0),
      inputTokens: integer(0),
      outputTokens: integer(0),
      costUsd: nullable(number(0)),
    }),
    createdAt: string(),
    updatedAt: string(),
  }),
)

export const AssistantMessage = named(
  'AssistantMessage',
  object({
    id: uuid(),
    role: choice('user', 'assistant', 'tool'),
    content: string(),
    toolCalls: list(object({ id: string(), name: string(), arguments: anything() })),
    toolCallId: nullable(string()),
    toolName: nullable(string()),
    toolOk: nullable(boolean()),
    toolResult: anything(),
    model: nullable(string()),
    createdAt: string(),
  }),
)

const ChangedNode = object({ nodeId: string(), name: string(), type: string() })

/** What a proposal changes in the graph that it is based on. */
export const GraphDifference = named(
  'GraphDifference',
  openDetail(
    object({
      added: list(ChangedNode),
      removed: list(ChangedNode),
      changed: list(
        object({
          nodeId: string(),
          name: string(),
          type: string(),
          fields: list(object({ path: string(), before: anything(), after: anything() })),
        }),
      ),
      connectionsAdded: list(GraphConnection),
      connectionsRemoved: list(GraphConnection),
    }),
  ),
)

/** The proposed graph on recent mail of the member, without effects. */
export const ProposalSimulation = named(
  'ProposalSimulation',
  openDetail(
    object({
      runs: list(
        object({
          messageId: nullable(string()),
          subject: nullable(string()),
          status: choice('succeeded', 'failed', 'waiting', 'skipped'),
          error: nullable(string()),
          /** Ids of the nodes that ran, in order. */
          nodes: list(string()),
        }),
      ),
    }),
  ),
)

/** A change proposed by the assistant; nothing is saved until a member accepts it. */
export const Proposal = named(
  'Proposal',
  openDetail(
    object({
      id: uuid(),
      conversationId: uuid(),
      kind: choice('create_draft', 'update_draft'),
      status: choice('proposed', 'accepting', 'accepted', 'rejected', 'stale', 'failed'),
      summary: string(),
      /** The name of a new workflow, or of the one that changes. */
      name: string(),
      workflowId: nullable(string()),
      graph: Graph,
      difference: GraphDifference,
      validation: WorkflowValidation,
      simulation: nullable(ProposalSimulation),
      createdAt: string(),
      decidedAt: nullable(string()),
    }),
  ),
)

const conversationsPath = '/api/v1/assistant/conversations'
const proposalsPath = '/api/v1/assistant/proposals'

export const assistant = {
  models: route({
    method: 'GET',
    path: '/api/v1/assistant/models',
    access: keyAccess('assistant:read'),
    title: { en: "List the assistant's models", fr: "Lister les modèles de l'assistant" },
    status: 200,
    reply: object({
      default: nullable(
        object({
          provider: LlmProvider,
          model: string(),
          source: choice('purpose', 'instanceDefault', 'configurationOrder'),
        }),
      ),
      options: list(
        object({
          provider: LlmProvider,
          model: string(),
          connectionId: uuid(),
          connectionLabel: string(),
          supportsTools: boolean(),
        }),
      ),
    }),
  }),
  list: route({
    method: 'GET',
    path: conversationsPath,
    access: keyAccess('assistant:read'),
    title: { en: 'List conversations', fr: 'Lister les conversations' },
    description: { en: 'Most recent first.', fr: "Les plus récentes d'abord." },
    query: object({ workflowId: optional(string()), limit: withDefault(integer(1, 200), 50) }),
    status: 200,
    reply: object({ conversations: list(Conversation) }),
    badRequest: 'assistant.bad_request',
  }),
  create: route({
    method: 'POST',
    path: conversationsPath,
    access: keyAccess('assistant:write'),
    title: { en: 'Start a conversation', fr: 'Commencer une conversation' },
    idempotent: true,
    body: object({
      workflowId: optional(string()),
      title: optional(name(1, 120)),
      model: optional(ConversationModel),
    }),
    status: 201,
    reply: object({ conversation: Conversation }),
    badRequest: 'assistant.bad_request',
    errors: ['assistant.model_not_allowed', 'assistant.tools_not_supported'],
  }),
  get: route({
    method: 'GET',
    path: `${conversationsPath}/{id}`,
    access: keyAccess('assistant:read'),
    title: { en: 'Read a conversation', fr: 'Lire une conversation' },
    description: {
      en: 'With its messages and proposals. Streamed output is stored, so clients can catch up here after a lost connection.',
      fr: 'Avec ses messages et ses propositions. Les réponses diffusées sont conservées : un client peut les retrouver ici après une coupure.',
    },
    params: ids('id'),
    status: 200,
    reply: object({
      conversation: Conversation,
      messages: list(AssistantMessage),
      proposals: list(Proposal),
    }),
    notFound: 'assistant.not_found',
  }),
  send: route({
    method: 'POST',
    path: `${conversationsPath}/{id}/messages`,
    access: keyAccess('assistant:write'),
    title: { en: 'Send a message to the assistant', fr: "Envoyer un message à l'assistant" },
    description: {
      en: 'Processed in the background; the reply arrives over the real-time channel and in the conversation.',
      fr: 'Traité en arrière-plan ; la réponse arrive par le canal temps réel et dans la conversation.',
    },
    openDetail: true,
    idempotent: true,
    params: ids('id'),
    body: object({ content: text(1, 20_000) }),
    status: 202,
    reply: object({ conversation: Conversation, message: AssistantMessage }),
    badRequest: 'assistant.bad_request',
    notFound: 'assistant.not_found',
    errors: ['assistant.busy', 'assistant.model_not_allowed', 'assistant.tools_not_supported'],
  }),
  cancel: route({
    method: 'POST',
    path: `${conversationsPath}/{id}/cancel`,
    access: keyAccess('assistant:write'),
    title: { en: 'Stop the current reply', fr: 'Arrêter la réponse en cours' },
    description: {
      en: 'Does nothing when no reply is in progress.',
      fr: "Sans effet si aucune réponse n'est en cours.",
    },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: object({ conversation: Conversation }),
    notFound: 'assistant.not_found',
  }),
  acceptProposal: route({
    method: 'POST',
    path: `${proposalsPath}/{id}/accept`,
    access: keyAccess('assistant:write'),
    title: { en: 'Accept a proposal', fr: 'Accepter une proposition' },
    description: {
      en: 'Saves the draft without publishing it. If the draft has changed since, the proposal becomes `stale`.',
      fr: 'Enregistre le brouillon sans le publier. Si le brouillon a changé entre-temps, la proposition devient `stale`.',
    },
    openDetail: true,
    idempotent: true,
    params: ids('id'),
    status: 200,
    reply: object({ proposal: Proposal, workflowId: string() }),
    notFound: 'assistant.proposal_not_found',
    errors: ['assistant.proposal_conflict'],
  }),
  rejectProposal: route({
    method: 'POST',
    path: `${proposalsPath}/{id}/reject`,
    access: keyAccess('assistant:write'),
    title: { en: 'Reject a proposal', fr: 'Rejeter une proposition' },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: object({ proposal: Proposal }),
    notFound: 'assistant.proposal_not_found',
    errors: ['assistant.proposal_conflict'],
  }),
}
