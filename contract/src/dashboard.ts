import { ExecutionStatus } from './executions.ts'
import { JournalOutcome } from './journal.ts'
import { keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  dateTime,
  integer,
  list,
  named,
  nullable,
  number,
  object,
  openDetail,
  optional,
  string,
  type TSchema,
  uuid,
  withDefault,
} from './schema.ts'

export const DashboardWindow = named(
  'DashboardWindow',
  object({
    from: string(),
    to: string(),
    previousFrom: string(),
    bucket: choice('hour', 'day'),
    buckets: list(string()),
  }),
)

const ExecutionTotals = object({
  total: integer(),
  byStatus: list(object({ status: ExecutionStatus, count: integer() })),
  successRate: nullable(number(0, 1)),
  medianDurationMs: nullable(integer()),
})

const WorkflowActivity = object({
  workflowId: string(),
  name: string(),
  memberName: nullable(string()),
  total: integer(),
  succeeded: integer(),
  failed: integer(),
  lastRunAt: nullable(string()),
})

const RecentFailure = object({
  executionId: string(),
  workflowId: string(),
  workflowName: string(),
  memberName: nullable(string()),
  failedAt: string(),
  errorCode: string(),
  errorSummary: string(),
  nodeId: nullable(string()),
  nodeName: nullable(string()),
  acknowledged: boolean(),
})

const MailTotals = object({
  received: integer(),
  byOutcome: list(object({ outcome: JournalOutcome, count: integer() })),
  automatedEmails: integer(),
  draftsPrepared: integer(),
  sentByWorkflows: integer(),
})

const AiTotals = object({
  costUsd: number(),
  calls: integer(),
  tokensIn: integer(),
  tokensOut: integer(),
})

const AiShare = object({
  key: string(),
  label: nullable(string()),
  provider: nullable(string()),
  costUsd: number(),
  calls: integer(),
})

const MemberShare = openDetail(
  object({ memberId: string(), name: string(), costUsd: number(), calls: integer() }),
)

const DraftTotals = object({
  composed: integer(),
  unsupported: integer(),
  share: nullable(number(0, 1)),
})

const query = object({
  scope: openDetail(withDefault(choice('me', 'org'), 'me')),
  period: openDetail(withDefault(choice('24h', '7d', '30d', 'custom'), '7d')),
  from: optional(dateTime()),
  to: optional(dateTime()),
  tz: openDetail(withDefault(string(), 'UTC')),
  mailboxId: optional(uuid()),
  workflowId: optional(uuid()),
  memberId: optional(uuid()),
})

const reading = {
  en: '`scope=org` and `memberId` are for administrators only. `period=custom` requires `from` and `to`. Series use the time zone `tz`.',
  fr: '`scope=org` et `memberId` sont réservés aux administrateurs. `period=custom` exige `from` et `to`. Les séries utilisent le fuseau horaire `tz`.',
}

// The three views share their query and their errors.
const view = <const P extends string, R extends TSchema>(
  path: `/api/v1/dashboard/${P}`,
  title: { en: string; fr: string },
  reply: R,
) =>
  route({
    method: 'GET',
    path,
    access: keyAccess('dashboard:read'),
    title,
    description: reading,
    query,
    status: 200,
    reply,
    badRequest: 'dashboard.bad_request',
    errors: ['dashboard.forbidden'],
  })

export const dashboard = {
  executions: view(
    '/api/v1/dashboard/executions',
    { en: 'Execution dashboard', fr: 'Tableau de bord des exécutions' },
    object({
      window: DashboardWindow,
      current: ExecutionTotals,
      previous: ExecutionTotals,
      series: list(object({ status: ExecutionStatus, values: list(integer()) })),
      topWorkflows: list(WorkflowActivity),
      failingWorkflows: list(WorkflowActivity),
      recentFailures: list(RecentFailure),
    }),
  ),
  mail: view(
    '/api/v1/dashboard/mail',
    { en: 'Mail dashboard', fr: 'Tableau de bord du courrier' },
    object({
      window: DashboardWindow,
      current: MailTotals,
      previous: MailTotals,
      series: object({ received: list(integer()), dispatched: list(integer()) }),
    }),
  ),
  ai: view(
    '/api/v1/dashboard/ai',
    { en: 'AI usage dashboard', fr: "Tableau de bord de l'utilisation de l'IA" },
    object({
      window: DashboardWindow,
      current: AiTotals,
      previous: AiTotals,
      series: list(number()),
      byModel: list(AiShare),
      byPurpose: list(AiShare),
      byMember: nullable(list(MemberShare)),
    }),
  ),
  drafts: route({
    ...view(
      '/api/v1/dashboard/drafts',
      { en: 'Dashboard of composed drafts', fr: 'Tableau de bord des brouillons rédigés' },
      object({
        window: DashboardWindow,
        current: DraftTotals,
        previous: DraftTotals,
        series: object({ composed: list(integer()), unsupported: list(integer()) }),
      }),
    ),
    description: {
      en: 'Mails and drafts that carry text of a model, and how many of them state something that stands in no message, table, attachment or instruction. Same parameters as the other dashboards.',
      fr: "Courriels et brouillons contenant du texte d'un modèle, et combien d'entre eux affirment quelque chose qui ne figure dans aucun message, table, pièce jointe ou consigne. Mêmes paramètres que les autres tableaux de bord.",
    },
    openDetail: true,
  }),
}
