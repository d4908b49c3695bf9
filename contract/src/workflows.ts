import { ExecutionStatus } from './executions.ts'
import { ids, keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  extend,
  integer,
  list,
  name,
  named,
  nullable,
  object,
  openDetail,
  optional,
  string,
  uri,
} from './schema.ts'
import { Graph } from './workflow-graph/graph.ts'

export const WorkflowVersion = named(
  'WorkflowVersion',
  object({
    id: string(),
    number: integer(1),
    publishedAt: nullable(string()),
    createdAt: string(),
    updatedAt: optional(string()),
  }),
)

export const ExecutionLimit = named(
  'ExecutionLimit',
  object({ effective: integer(1), default: integer(1), max: integer(1) }),
)

export const Workflow = named(
  'Workflow',
  object({
    id: string(),
    name: string(),
    published: boolean(),
    draftVersion: nullable(WorkflowVersion),
    publishedVersion: nullable(WorkflowVersion),
    archivedAt: nullable(string()),
    dispatchPriority: nullable(integer()),
    hasWebhook: optional(boolean()),
    pausedAt: optional(nullable(string())),
    errorWorkflowId: optional(nullable(string())),
    maxConcurrency: optional(nullable(integer(1))),
    executionTimeoutMs: optional(nullable(integer(1))),
    executionLimits: optional(object({ maxConcurrency: ExecutionLimit, executionTimeoutMs: ExecutionLimit })),
    lastExecution: optional(nullable(object({ id: string(), status: ExecutionStatus, createdAt: string() }))),
    createdAt: string(),
    updatedAt: string(),
  }),
)

/** What prevents publishing (`error`) or deserves attention (`warning`), by node. */
export const WorkflowValidation = named(
  'WorkflowValidation',
  openDetail(
    object({
      valid: boolean(),
      issues: list(
        object({
          severity: choice('error', 'warning'),
          code: string(),
          message: string(),
          nodeId: nullable(string()),
          path: nullable(string()),
        }),
      ),
    }),
  ),
)

export const WorkflowDetail = named(
  'WorkflowDetail',
  extend(Workflow, { graph: Graph, validation: WorkflowValidation }),
)

const TestMessages = object({ messageIds: list(string(), undefined, 20) })

export const workflows = {
  list: route({
    method: 'GET',
    path: '/api/v1/workflows',
    access: keyAccess('workflows:read'),
    title: { en: 'List workflows', fr: 'Lister les workflows' },
    description: {
      en: '`includeArchived=true` also lists archived workflows.',
      fr: '`includeArchived=true` liste aussi les workflows archivés.',
    },
    query: object({ includeArchived: optional(string()) }),
    status: 200,
    reply: object({ workflows: list(Workflow) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/workflows',
    access: keyAccess('workflows:write'),
    title: { en: 'Create a workflow', fr: 'Créer un workflow' },
    description: {
      en: 'Creates an unpublished draft for the member, empty or from the given graph.',
      fr: 'Crée un brouillon non publié pour le membre, vide ou à partir du graphe fourni.',
    },
    body: object({ name: name(1, 200), graph: optional(Graph) }),
    status: 201,
    reply: WorkflowDetail,
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/workflows/{id}',
    access: keyAccess('workflows:read'),
    title: { en: 'Read a workflow', fr: 'Lire un workflow' },
    description: {
      en: 'Includes the graph of its draft, or of its published version if there is no draft.',
      fr: "Avec le graphe de son brouillon, ou de sa version publiée s'il n'y a pas de brouillon.",
    },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: WorkflowDetail,
    notFound: 'workflow.not_found',
  }),
  update: route({
    method: 'PATCH',
    path: '/api/v1/workflows/{id}',
    access: keyAccess('workflows:write'),
    title: { en: 'Change a workflow', fr: 'Modifier un workflow' },
    description: {
      en: 'Only the given fields change. `graph` replaces the draft; with `draftUpdatedAt`, the request is rejected if the draft was saved since. `published` publishes the draft or unpublishes the workflow; `null` resets a limit to its default.',
      fr: "Seuls les champs fournis changent. `graph` remplace le brouillon ; avec `draftUpdatedAt`, la requête est refusée si le brouillon a été enregistré depuis. `published` publie le brouillon ou dépublie le workflow ; `null` rétablit la valeur par défaut d'une limite.",
    },
    openDetail: true,
    params: ids('id'),
    body: object({
      name: optional(name(1, 200)),
      graph: optional(Graph),
      draftUpdatedAt: optional(string()),
      published: optional(boolean()),
      paused: optional(boolean()),
      archived: optional(boolean()),
      dispatchPriority: optional(nullable(integer(-1_000_000, 1_000_000))),
      errorWorkflowId: optional(nullable(string())),
      maxConcurrency: optional(nullable(integer(1))),
      executionTimeoutMs: optional(nullable(integer(1))),
    }),
    status: 200,
    reply: WorkflowDetail,
    notFound: 'workflow.not_found',
    errors: [
      'workflow.execution_limit_invalid',
      'workflow.stale_draft',
      'workflow.invalid',
      'workflow.conflict',
    ],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/workflows/{id}',
    access: keyAccess('workflows:write'),
    title: { en: 'Delete a workflow', fr: 'Supprimer un workflow' },
    description: {
      en: 'Deletes all its versions; a published workflow is unpublished first. Its executions stay readable.',
      fr: "Supprime toutes ses versions ; un workflow publié est d'abord dépublié. Ses exécutions restent lisibles.",
    },
    openDetail: true,
    params: ids('id'),
    status: 204,
    notFound: 'workflow.not_found',
  }),
  createWebhook: route({
    method: 'POST',
    path: '/api/v1/workflows/{id}/webhook',
    access: keyAccess('workflows:write'),
    title: { en: 'Create a webhook URL for a workflow', fr: "Créer l'URL de webhook d'un workflow" },
    description: {
      en: 'The token is shown only in this reply. Creating a new one replaces it, and the old URL stops working. The draft or the published version must have a webhook trigger.',
      fr: "Le jeton n'est affiché que dans cette réponse. En créer un nouveau le remplace et l'ancienne URL cesse de fonctionner. Le brouillon ou la version publiée doit avoir un déclencheur webhook.",
    },
    openDetail: true,
    params: ids('id'),
    status: 201,
    reply: object({ token: string(), url: uri() }),
    notFound: 'workflow.not_found',
    errors: ['workflow.conflict'],
  }),
  revokeWebhook: route({
    method: 'DELETE',
    path: '/api/v1/workflows/{id}/webhook',
    access: keyAccess('workflows:write'),
    title: {
      en: 'Delete the webhook URL of a workflow',
      fr: "Supprimer l'URL de webhook d'un workflow",
    },
    description: {
      en: 'The URL stops working immediately. Does nothing if there is none.',
      fr: "L'URL cesse immédiatement de fonctionner. Sans effet s'il n'y en a pas.",
    },
    openDetail: true,
    params: ids('id'),
    status: 204,
    notFound: 'workflow.not_found',
  }),
  testMessages: route({
    method: 'GET',
    path: '/api/v1/workflows/{id}/test-messages',
    access: keyAccess('workflows:read'),
    title: { en: 'Read the pinned test messages', fr: 'Lire les messages de test épinglés' },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: TestMessages,
    notFound: 'workflow.not_found',
  }),
  setTestMessages: route({
    method: 'PUT',
    path: '/api/v1/workflows/{id}/test-messages',
    access: keyAccess('workflows:write'),
    title: { en: 'Pin test messages', fr: 'Épingler des messages de test' },
    description: {
      en: 'Replaces the whole list: up to 20 messages, in the given order.',
      fr: "Remplace toute la liste : 20 messages au plus, dans l'ordre fourni.",
    },
    openDetail: true,
    params: ids('id'),
    body: TestMessages,
    status: 200,
    reply: TestMessages,
    notFound: 'workflow.not_found',
    errors: ['webmail.message_not_found'],
  }),
}
