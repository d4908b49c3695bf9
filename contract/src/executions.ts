import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { ids, keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  dateTime,
  extend,
  free,
  integer,
  list,
  named,
  nullable,
  object,
  openDetail,
  optional,
  string,
  withDefault,
} from './schema.ts'

export const ExecutionStatus = choice('queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled')

const FailureKind = choice('transient', 'permanent')

export const ExecutionError = named(
  'ExecutionError',
  object({
    code: string(),
    message: string(),
    nodeId: optional(string()),
    kind: optional(FailureKind),
    attempts: optional(integer()),
    nodeType: optional(string()),
    details: optional(free()),
    at: optional(string()),
  }),
)

export const Execution = named(
  'Execution',
  object({
    id: string(),
    workflowId: string(),
    workflowVersionId: string(),
    mailboxId: nullable(string()),
    messageId: nullable(string()),
    status: ExecutionStatus,
    simulated: boolean(),
    parentExecutionId: optional(nullable(string())),
    triggerNodeId: optional(nullable(string())),
    triggerType: optional(nullable(string())),
    retryOfExecutionId: optional(nullable(string())),
    messageHeadline: optional(
      nullable(object({ subject: string(), fromName: nullable(string()), fromEmail: string() })),
    ),
    error: nullable(ExecutionError),
    createdAt: string(),
    startedAt: nullable(string()),
    finishedAt: nullable(string()),
  }),
)

export const StepLoop = named(
  'StepLoop',
  object({
    total: integer(),
    started: integer(),
    succeeded: integer(),
    failed: integer(),
    concurrency: integer(),
    status: choice('running', 'done', 'failed', 'timeout'),
    simulatedLimit: optional(integer()),
  }),
)

// The specification names the fields; which of them are required, and the shape of a warning, are open details.
export const Step = named(
  'Step',
  openDetail(
    object({
      id: string(),
      nodeId: string(),
      status: choice('queued', 'running', 'waiting', 'succeeded', 'failed', 'skipped'),
      attempt: integer(),
      output: nullable(string()),
      data: nullable(free()),
      dataTruncated: boolean(),
      durationMs: nullable(integer()),
      effects: list(object({ kind: string(), description: string(), simulated: optional(boolean()) })),
      llmSkipped: boolean(),
      attempts: list(
        object({
          attempt: integer(1),
          at: string(),
          code: string(),
          message: string(),
          kind: FailureKind,
          interrupted: optional(boolean()),
          retried: boolean(),
        }),
      ),
      copiedFrom: optional(string()),
      warnings: list(object({ code: string(), message: string() })),
      input: optional(free()),
      pinned: optional(boolean()),
      disabled: optional(boolean()),
      loop: optional(StepLoop),
      error: nullable(ExecutionError),
      startedAt: nullable(string()),
      finishedAt: nullable(string()),
    }),
  ),
)

/** Read it with GET /api/v1/messages/{messageId}/attachments/{position}. */
export const ExecutionAttachment = named(
  'ExecutionAttachment',
  openDetail(
    object({
      messageId: string(),
      position: integer(0),
      filename: string(),
      mime: string(),
      size: integer(0),
    }),
  ),
)

export const ExecutionDetail = named(
  'ExecutionDetail',
  extend(Execution, {
    workflowName: string(),
    triggerData: optional(nullable(free())),
    steps: list(Step),
    attachments: optional(list(ExecutionAttachment)),
  }),
)

export const WaitingExecution = named(
  'WaitingExecution',
  openDetail(
    object({
      executionId: string(),
      workflowId: string(),
      workflowName: string(),
      nodeId: string(),
      nodeName: string(),
      waitingFor: choice('approval', 'time', 'workflow'),
      approvalId: nullable(string()),
      waitingSince: string(),
      deadline: nullable(string()),
    }),
  ),
)

const bulkLimit = () => withDefault(integer(1, 200), 50)

const listFilters = {
  workflowId: optional(string()),
  mailboxId: optional(string()),
  status: optional(ExecutionStatus),
  simulated: optional(string()),
  q: optional(string()),
}

export const executions = {
  list: route({
    method: 'GET',
    path: '/api/v1/executions',
    access: keyAccess('executions:read'),
    title: { en: 'List executions', fr: 'Lister les exécutions' },
    description: {
      en: "Newest first. `simulated` filters test runs (`true`) or real ones (`false`). Another member's mailbox gives an empty page.",
      fr: "Les plus récentes d'abord. `simulated` ne garde que les tests (`true`) ou les exécutions réelles (`false`). La boîte d'un autre membre donne une page vide.",
    },
    query: pageQuery(pageSizes.standard, listFilters),
    status: 200,
    reply: object({ executions: list(Execution), nextCursor }),
  }),
  listPeriod: route({
    method: 'GET',
    path: '/api/v1/executions/period',
    access: keyAccess('executions:read'),
    title: { en: 'List executions of a period', fr: "Lister les exécutions d'une période" },
    description: {
      en: 'As the list of executions, for those created from `from` (included) to `to` (not included).',
      fr: 'Comme la liste des exécutions, pour celles créées de `from` (inclus) à `to` (exclu).',
    },
    openDetail: true,
    query: pageQuery(pageSizes.standard, {
      ...listFilters,
      from: optional(dateTime()),
      to: optional(dateTime()),
    }),
    status: 200,
    reply: object({ executions: list(Execution), nextCursor }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/executions/{id}',
    access: keyAccess('executions:read'),
    title: { en: 'Read an execution', fr: 'Lire une exécution' },
    description: {
      en: 'Includes the steps. `workflowName` is empty if the workflow was deleted.',
      fr: 'Avec ses étapes. `workflowName` est vide si le workflow a été supprimé.',
    },
    params: ids('id'),
    status: 200,
    reply: ExecutionDetail,
    notFound: 'execution.not_found',
  }),
  summary: route({
    method: 'GET',
    path: '/api/v1/executions/summary',
    access: keyAccess('notifications:read'),
    title: { en: 'Summarise recent executions', fr: 'Résumer les exécutions récentes' },
    description: {
      en: 'Covers the last 24 hours, or the time since `since`, up to 30 days. An out-of-range `since` is clamped; the reply gives the value used.',
      fr: 'Porte sur les dernières 24 heures ou sur la période depuis `since`, 30 jours au plus. Un `since` hors limites est ramené à la limite ; la réponse indique la valeur appliquée.',
    },
    query: object({ since: optional(dateTime()) }),
    status: 200,
    reply: object({
      since: string(),
      total: integer(),
      failed: integer(),
      running: integer(),
      succeeded: integer(),
      lastFailedAt: nullable(string()),
      byWorkflow: list(
        object({
          workflowId: string(),
          name: string(),
          failed: integer(),
          total: integer(),
          lastFailedAt: nullable(string()),
        }),
      ),
    }),
  }),
  waiting: route({
    method: 'GET',
    path: '/api/v1/executions/waiting',
    access: keyAccess('executions:read'),
    title: { en: 'List waiting executions', fr: 'Lister les exécutions en attente' },
    description: {
      en: 'Nearest deadline first; executions without a deadline last.',
      fr: "L'échéance la plus proche d'abord ; les exécutions sans échéance en dernier.",
    },
    openDetail: true,
    query: pageQuery(pageSizes.standard, { workflowId: optional(string()) }),
    status: 200,
    reply: object({ executions: list(WaitingExecution), nextCursor }),
  }),
  cancel: route({
    method: 'POST',
    path: '/api/v1/executions/cancel',
    access: keyAccess('executions:write'),
    title: { en: 'Cancel selected executions', fr: 'Annuler les exécutions sélectionnées' },
    description: {
      en: 'Executions that cannot be cancelled are listed in `skipped` and do not block the others.',
      fr: 'Les exécutions qui ne peuvent pas être annulées figurent dans `skipped` et ne bloquent pas les autres.',
    },
    openDetail: true,
    body: object({ ids: list(string(), 1, 200) }),
    status: 200,
    reply: object({
      cancelled: integer(0),
      skipped: list(object({ id: string(), reason: choice('not_found', 'already_finished') })),
    }),
  }),
  cancelOfWorkflow: route({
    method: 'POST',
    path: '/api/v1/workflows/{id}/executions/cancel',
    access: keyAccess('executions:write'),
    title: {
      en: "Cancel a workflow's unfinished executions",
      fr: "Annuler les exécutions inachevées d'un workflow",
    },
    description: {
      en: 'Oldest first, up to `limit`; repeat the call while `hasMore` is true.',
      fr: "Les plus anciennes d'abord, jusqu'à `limit` ; répétez l'appel tant que `hasMore` vaut true.",
    },
    openDetail: true,
    params: ids('id'),
    body: object({ limit: bulkLimit() }),
    status: 200,
    reply: object({ cancelled: integer(0), hasMore: boolean() }),
    notFound: 'workflow.not_found',
  }),
  retryFailed: route({
    method: 'POST',
    path: '/api/v1/workflows/{id}/retry-failed',
    access: keyAccess('executions:write'),
    title: {
      en: "Retry a workflow's failed executions",
      fr: "Relancer les exécutions en échec d'un workflow",
    },
    description: {
      en: 'From the failed step, oldest first, up to `limit`. Executions that were already retried are skipped. `since` defaults to 24 hours ago and is clamped to 30 days; the reply gives the value used.',
      fr: "Depuis l'étape en échec, les plus anciennes d'abord, jusqu'à `limit`. Les exécutions déjà relancées sont ignorées. `since` vaut par défaut 24 heures et est limité à 30 jours ; la réponse indique la valeur appliquée.",
    },
    openDetail: true,
    params: ids('id'),
    body: object({ since: optional(dateTime()), limit: bulkLimit() }),
    status: 202,
    reply: object({ since: string(), executionIds: list(string()), hasMore: boolean() }),
    notFound: 'workflow.not_found',
  }),
}
