import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { ids, keyAccess, route, tokenAccess } from './route.ts'
import { boolean, choice, list, named, nullable, object, optional, string, withDefault } from './schema.ts'

export const ApprovalStatus = choice('pending', 'approved', 'rejected', 'expired')

export const Approval = named(
  'Approval',
  object({
    id: string(),
    status: ApprovalStatus,
    title: string(),
    details: nullable(string()),
    executionId: string(),
    workflowId: string(),
    workflowName: string(),
    nodeId: string(),
    trigger: nullable(
      object({
        messageId: string(),
        fromName: nullable(string()),
        fromEmail: string(),
        subject: string(),
        receivedAt: string(),
      }),
    ),
    expiresAt: string(),
    decidedBy: nullable(string()),
    decidedAt: nullable(string()),
    createdAt: string(),
  }),
)

// The decision stays a plain string in the path: another word there is 404, not a schema mismatch.
const link = {
  path: '/api/v1/approvals/t/{token}/{decision}',
  access: tokenAccess,
  params: ids('token', 'decision'),
  limitedByAddress: 'approvalLink',
  status: 200,
  reply: string(),
  replyType: 'text/html',
  notFound: 'approval.not_found',
} as const

export const approvals = {
  list: route({
    method: 'GET',
    path: '/api/v1/approvals',
    access: keyAccess('approvals:read'),
    title: { en: 'List approvals', fr: 'Lister les approbations' },
    description: {
      en: 'The pending ones unless `status` says otherwise. With `messageId`, the approvals of one message in a single page.',
      fr: "Celles en attente, sauf si `status` dit autre chose. Avec `messageId`, les approbations d'un message en une seule page.",
    },
    query: pageQuery(pageSizes.approvals, {
      status: withDefault(ApprovalStatus, 'pending'),
      messageId: optional(string()),
    }),
    status: 200,
    reply: object({ approvals: list(Approval), nextCursor }),
  }),
  decide: route({
    method: 'POST',
    path: '/api/v1/approvals/{id}/decide',
    access: keyAccess('approvals:write'),
    title: { en: 'Decide an approval', fr: 'Décider une approbation' },
    description: {
      en: 'Queues the resumption of the execution; its progress arrives over the real-time channel.',
      fr: "Met en file la reprise de l'exécution ; sa progression arrive par le canal temps réel.",
    },
    idempotent: true,
    params: ids('id'),
    body: object({ decision: choice('approve', 'reject') }),
    status: 200,
    reply: object({ approval: Approval, resumed: boolean() }),
    notFound: 'approval.not_found',
    errors: ['approval.already_decided'],
  }),
  openLink: route({
    ...link,
    method: 'GET',
    title: { en: 'Open an approval link', fr: "Ouvrir un lien d'approbation" },
    description: {
      en: 'A standalone page. `decision` is `approve` or `reject`; the token is the authorisation and is consumed once. A decided approval shows the decision that holds.',
      fr: "Une page autonome. `decision` vaut `approve` ou `reject` ; le jeton vaut autorisation et ne sert qu'une fois. Une approbation décidée montre la décision qui vaut.",
    },
  }),
  decideByLink: route({
    ...link,
    method: 'POST',
    title: { en: 'Decide through an approval link', fr: "Décider par un lien d'approbation" },
    description: {
      en: 'What the button of the page does: decides, consumes the token and shows the decision that holds.',
      fr: 'Ce que fait le bouton de la page : décide, consomme le jeton et montre la décision qui vaut.',
    },
    openDetail: true,
  }),
}
