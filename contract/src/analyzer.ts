import { ids, keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  extend,
  integer,
  integerChoice,
  list,
  named,
  nullable,
  number,
  object,
  openDetail,
  optional,
  string,
  text,
  union,
  withDefault,
} from './schema.ts'
import { Graph } from './workflow-graph/graph.ts'

const usage = openDetail(
  object({
    calls: integer(),
    inputTokens: integer(),
    outputTokens: integer(),
    costUsd: nullable(number(0)),
  }),
)

const counters = {
  batches: integer(),
  failedBatches: integer(),
  groupsAttempted: integer(),
  groupsAnswered: integer(),
}

/** The outcome of the calls to the model. */
export const LlmOutcome = union(
  object({
    status: choice('ran'),
    usage,
    ...counters,
    failure: openDetail(nullable(object({ code: string(), message: string() }))),
  }),
  object({ status: choice('no_provider') }),
  object({ status: choice('nothing_to_analyze') }),
  openDetail(object({ status: choice('failed'), code: string(), message: string(), ...counters })),
)

/** One raw exchange with the model. */
export const Transcript = openDetail(
  object({ at: string(), model: string(), prompt: string(), answer: string() }),
)

export const GroupTopic = choice(
  'job_application',
  'interview',
  'purchase_offer',
  'quote_request',
  'accounting_documents',
  'tax',
  'invoice',
  'refund',
  'order',
  'parcel',
  'reservation',
  'visit',
  'meeting',
  'volunteering',
  'membership',
  'donation',
  'registration',
  'signature',
  'contract',
  'support',
  'partnership',
  'reminder',
  'contact_request',
)

export const GroupVerdict = choice(
  'proposed',
  'covered',
  'below_threshold',
  'over_limit',
  'nothing_to_automate',
  'proposal_rejected',
  'no_answer',
  'not_analyzed',
  'ranked_out',
)

const HistoryMessage = object({ messageId: string(), from: nullable(string()), subject: nullable(string()) })

/** What the workflow would have done in the window, counted message by message. */
const ProposalHistory = object({
  days: integer(),
  /** How often it would have run. */
  runs: integer(),
  /** Of these, on messages of the group. */
  inGroup: integer(),
  /** On other messages: how many, and the newest ones. */
  others: integer(),
  otherExamples: list(HistoryMessage),
  /** Messages of the group on which it would not have run. */
  missed: integer(),
  missedExamples: list(HistoryMessage),
})

/** A workflow that would automate the group; `name` and `graph` are ready for POST /api/v1/workflows. */
export const GroupProposal = openDetail(
  named(
    'AnalyzerProposal',
    object({ name: string(), summary: string(), graph: Graph, history: ProposalHistory }),
  ),
)

/** Why a proposal of the model was discarded. */
const ProposalIssue = object({ code: string(), message: string(), nodeId: optional(string()) })

export const ReportGroup = named(
  'AnalyzerGroup',
  object({
    key: string(),
    domain: string(),
    publicDomains: list(string()),
    signal: choice('newsletter', 'automated', 'auto', 'human'),
    subjectShape: string(),
    topic: nullable(GroupTopic),
    label: string(),
    note: string(),
    volume: integer(),
    monthlyVolume: number(),
    unread: integer(),
    withAttachments: integer(),
    senders: list(string()),
    sampleSubject: string(),
    verdict: GroupVerdict,
    proposal: nullable(GroupProposal),
    issues: openDetail(list(ProposalIssue)),
  }),
)

export const WindowDays = integerChoice(30, 90, 180, 365)

export const ReportReference = named(
  'AnalyzerReportReference',
  object({
    id: string(),
    mailboxId: string(),
    status: choice('pending', 'running', 'done', 'failed'),
    createdAt: string(),
    generatedAt: nullable(string()),
    reused: boolean(),
  }),
)

const ReportStats = object({
  received30d: integer(),
  excluded30d: integer(),
  unmatched30d: integer(),
  dispatched30d: integer(),
  messages30d: integer(),
  messages90d: integer(),
  messages365d: integer(),
  senders: integer(),
  domains: integer(),
  groups: integer(),
  groupsAnalyzed: integer(),
  peakHours: list(object({ hour: integer(0, 23), volume: integer() })),
  llmOutcome: LlmOutcome,
})

const ReportWindow = object({
  days: integer(),
  reason: choice('target_reached', 'capped', 'member_choice'),
  targetMessages: integer(),
  messages: integer(),
  excludedByScope: integer(),
  candidates: list(object({ days: integer(), messages: integer() })),
})

const ReportThresholds = object({
  minGroupVolume: integer(),
  mode: choice('auto', 'member_choice'),
  floor: integer(),
  share: number(0, 1),
  maxGroupsAnalyzed: integer(),
  maxOpportunities: integer(),
})

const ReportCoverage = object({
  messages: integer(),
  covered: integer(),
  ratio: number(0, 1),
  publishedWorkflows: integer(),
  workflows: list(object({ id: string(), name: string(), messages: integer() })),
  bodyApproximated: openDetail(boolean()),
})

export const ReportBody = named(
  'AnalyzerReportBody',
  object({
    stats: ReportStats,
    window: ReportWindow,
    thresholds: ReportThresholds,
    coverage: ReportCoverage,
    groups: list(ReportGroup),
  }),
)

export const Report = named(
  'AnalyzerReport',
  extend(ReportReference, {
    options: object({ windowDays: WindowDays, minGroupVolume: integer(1, 1000) }),
    body: nullable(ReportBody),
    // For administrators only.
    transcripts: openDetail(optional(list(Transcript))),
  }),
)

export const analyzer = {
  analyze: route({
    method: 'POST',
    path: '/api/v1/mailboxes/{id}/analyze',
    access: keyAccess('analyzer:write'),
    title: { en: 'Analyse a mailbox', fr: 'Analyser une boîte mail' },
    description: {
      en: "Returns today's report if there is one (`reused` is true), unless `force` is set.",
      fr: "Renvoie le rapport du jour s'il existe (`reused` vaut true), sauf avec `force`.",
    },
    idempotent: true,
    params: ids('id'),
    body: object({
      force: withDefault(boolean(), false),
      windowDays: optional(WindowDays),
      minGroupVolume: optional(integer(1, 1000)),
    }),
    status: 202,
    reply: object({ report: ReportReference }),
    notFound: 'analyzer.mailbox_not_found',
  }),
  report: route({
    method: 'GET',
    path: '/api/v1/mailboxes/{id}/analyzer/report',
    access: keyAccess('analyzer:read'),
    title: { en: 'Read the latest report of a mailbox', fr: "Lire le dernier rapport d'une boîte mail" },
    description: {
      en: 'The report in any status; `body` is null until it is done. Only administrators receive the raw exchanges with the model.',
      fr: "Le rapport quel que soit son état ; `body` vaut null tant qu'il n'est pas terminé. Seuls les administrateurs reçoivent les échanges bruts avec le modèle.",
    },
    params: ids('id'),
    status: 200,
    reply: object({ report: Report }),
    notFound: 'analyzer.mailbox_not_found',
    errors: ['analyzer.report_not_found'],
  }),
  reject: route({
    method: 'POST',
    path: '/api/v1/mailboxes/{id}/analyzer/proposals/reject',
    access: keyAccess('analyzer:write'),
    title: { en: 'Reject a proposal', fr: 'Écarter une proposition' },
    description: {
      en: 'Takes the proposal out of the latest report. Later reports do not propose a workflow for this group again.',
      fr: 'Retire la proposition du dernier rapport. Les rapports suivants ne proposeront plus de workflow pour ce groupe.',
    },
    openDetail: true,
    params: ids('id'),
    body: object({ key: text(1, 64) }),
    status: 200,
    reply: object({ group: ReportGroup }),
    notFound: 'analyzer.mailbox_not_found',
    errors: ['analyzer.proposal_not_found'],
  }),
  triggerHistory: route({
    method: 'GET',
    path: '/api/v1/workflows/{id}/trigger-history',
    access: keyAccess('messages:read'),
    title: {
      en: 'Count how often a workflow would have run',
      fr: 'Compter combien de fois un workflow se serait exécuté',
    },
    description: {
      en: 'Evaluates the message triggers of the draft, or of the published version if there is no draft, over the stored mail of the last `days`. Reading ends after a few seconds, newest mail first: `complete` then is false, and `since` tells how far it came.',
      fr: "Évalue les déclencheurs par message du brouillon, ou de la version publiée s'il n'y en a pas, sur le courrier enregistré des `days` derniers jours. La lecture s'arrête après quelques secondes, en commençant par le plus récent : `complete` vaut alors false et `since` indique jusqu'où elle est allée.",
    },
    openDetail: true,
    params: ids('id'),
    query: object({ days: withDefault(integer(1, 90), 30) }),
    status: 200,
    reply: object({
      days: integer(),
      since: string(),
      complete: boolean(),
      messages: integer(),
      runs: integer(),
      examples: list(
        object({
          messageId: string(),
          from: nullable(string()),
          subject: nullable(string()),
          receivedAt: string(),
        }),
      ),
    }),
    notFound: 'workflow.not_found',
    errors: ['workflow.conflict'],
  }),
}
