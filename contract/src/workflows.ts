import { ExecutionStatus } from './executions.ts'
import { ids, keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  extend,
  integer,
  list,
  named,
  nullable,
  object,
  openDetail,
  optional,
  string,
  text,
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

/** What stands in the way of publishing (`error`) or deserves a look (`warning`), node by node. */
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
      en: '`includeArchived` set to `true` also lists the archived ones.',
      fr: '`includeArchived` à `true` liste aussi les workflows archivés.',
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
      en: 'An unpublished draft of the member, empty or from the given graph.',
      fr: 'Un brouillon non publié du membre, vide ou tiré du graphe donné.',
    },
    body: object({ name: text(1, 200), graph: optional(Graph) }),
    status: 201,
    reply: WorkflowDetail,
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/workflows/{id}',
    access: keyAccess('workflows:read'),
    title: { en: 'Read a workflow', fr: 'Lire un workflow' },
    description: {
      en: 'With the graph of its draft, or of its published version when there is no draft.',
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
      en: 'Only the given fields change. `graph` replaces the draft; with `draftUpdatedAt` it is refused when the draft was saved since. `published` publishes the draft or withdraws the workflow; `null` returns a limit to the default.',
      fr: 'Seuls les champs donnés changent. `graph` remplace le brouillon ; avec `draftUpdatedAt`, il est refusé si le brouillon a été enregistré depuis. `published` publie le brouillon ou retire le workflow ; `null` rend une limite à sa valeur par défaut.',
    },
    openDetail: true,
    params: ids('id'),
    body: object({
      name: optional(text(1, 200)),
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
      en: 'With all its versions; a published one is withdrawn first. Its executions stay readable.',
      fr: "Avec toutes ses versions ; un workflow publié est d'abord retiré. Ses exécutions restent lisibles.",
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
    title: { en: 'Give a workflow a webhook address', fr: 'Donner une adresse de webhook à un workflow' },
    description: {
      en: 'The token is shown here only. Asking again replaces it: the former address stops working.',
      fr: "Le jeton n'est montré qu'ici. Une nouvelle demande le remplace : l'ancienne adresse cesse de fonctionner.",
    },
    openDetail: true,
    params: ids('id'),
    status: 201,
    reply: object({ token: string(), url: uri() }),
    notFound: 'workflow.not_found',
  }),
  revokeWebhook: route({
    method: 'DELETE',
    path: '/api/v1/workflows/{id}/webhook',
    access: keyAccess('workflows:write'),
    title: {
      en: "Take a workflow's webhook address away",
      fr: "Retirer l'adresse de webhook d'un workflow",
    },
    description: {
      en: 'The address stops working at once. Without one, nothing happens.',
      fr: "L'adresse cesse aussitôt de fonctionner. Sans adresse, rien ne se passe.",
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
    title: { en: 'Read the pinned test messages', fr: "Lire les messages d'essai épinglés" },
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
    title: { en: 'Pin test messages', fr: "Épingler des messages d'essai" },
    description: {
      en: 'Replaces the whole list, 20 messages at most, in the given order.',
      fr: "Remplace toute la liste, 20 messages au plus, dans l'ordre donné.",
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
