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

/** The states of an execution, wherever one is told. */
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

// The fields are the specification's; which of them are always there, and what a warning holds, is our choice.
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

export const executions = {
  list: route({
    method: 'GET',
    path: '/api/v1/executions',
    access: keyAccess('executions:read'),
    title: { en: 'List executions', fr: 'Lister les exécutions' },
    description: {
      en: 'Newest first. `simulated` set to `true` or `false` keeps only test runs or only real ones; a mailbox of another member gives an empty page.',
      fr: "Les plus récentes d'abord. `simulated` à `true` ou `false` ne garde que les essais ou que les exécutions réelles ; la boîte d'un autre membre donne une page vide.",
    },
    query: pageQuery(pageSizes.standard, {
      workflowId: optional(string()),
      mailboxId: optional(string()),
      status: optional(ExecutionStatus),
      simulated: optional(string()),
      q: optional(string()),
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
      en: 'With its steps. `workflowName` is empty when the workflow was deleted.',
      fr: 'Avec ses étapes. `workflowName` est vide quand le workflow a été supprimé.',
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
    title: { en: 'Sum up recent executions', fr: 'Résumer les exécutions récentes' },
    description: {
      en: 'Since 24 hours ago unless `since` says otherwise, 30 days at most; a `since` out of bounds is clamped and the applied value returned.',
      fr: 'Depuis 24 heures sauf si `since` dit autre chose, 30 jours au plus ; un `since` hors bornes est ramené à la borne et la valeur appliquée est renvoyée.',
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
      en: 'The nearest deadline first, those without one last.',
      fr: "L'échéance la plus proche d'abord, celles qui n'en ont pas à la fin.",
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
    title: { en: 'Cancel chosen executions', fr: 'Annuler des exécutions choisies' },
    description: {
      en: 'An execution that cannot be cancelled does not hold up the others: it is listed in `skipped`.',
      fr: "Une exécution qui ne peut pas être annulée n'empêche pas les autres : elle figure dans `skipped`.",
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
      en: 'The oldest first, up to `limit`; call again while `hasMore` is true.',
      fr: "Les plus anciennes d'abord, jusqu'à `limit` ; rappelez tant que `hasMore` est vrai.",
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
      fr: "Relancer les exécutions échouées d'un workflow",
    },
    description: {
      en: 'From the failed step, oldest first, up to `limit`; an execution already retried is not taken again. `since` is 24 hours ago by default; beyond 30 days it is clamped and the applied value returned.',
      fr: "Depuis l'étape échouée, les plus anciennes d'abord, jusqu'à `limit` ; une exécution déjà relancée n'est pas reprise. `since` remonte à 24 heures par défaut ; au-delà de 30 jours il est ramené à la borne et la valeur appliquée est renvoyée.",
    },
    openDetail: true,
    params: ids('id'),
    body: object({ since: optional(dateTime()), limit: bulkLimit() }),
    status: 202,
    reply: object({ since: string(), executionIds: list(string()), hasMore: boolean() }),
    notFound: 'workflow.not_found',
  }),
}
