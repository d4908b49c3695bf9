import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { ids, keyAccess, route, tokenOrSessionAccess } from './route.ts'
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

// The decision is a plain string: an unknown value in the path is a 404, not a schema mismatch.
const link = {
  path: '/api/v1/approvals/t/{token}/{decision}',
  access: tokenOrSessionAccess,
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
      en: 'Pending approvals by default. With `messageId`, all approvals of that message in a single page.',
      fr: 'Par défaut, les approbations en attente. Avec `messageId`, toutes les approbations de ce message en une seule page.',
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
    title: { en: 'Approve or reject', fr: 'Approuver ou rejeter' },
    description: {
      en: 'Resumes the execution in the background; progress arrives over the real-time channel.',
      fr: "Reprend l'exécution en arrière-plan ; sa progression arrive par le canal temps réel.",
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
      en: 'Shows a standalone page. `decision` is `approve` or `reject`; the token authorises the call and can be used once. If the approval is already decided, the page shows that decision. If the link was sent to a member, the page asks that member to sign in.',
      fr: "Affiche une page autonome. `decision` vaut `approve` ou `reject` ; le jeton autorise l'appel et ne sert qu'une fois. Si la décision est déjà prise, la page l'affiche. Si le lien a été envoyé à un membre, la page lui demande de se connecter.",
    },
  }),
  decideByLink: route({
    ...link,
    method: 'POST',
    title: { en: 'Decide with an approval link', fr: "Décider avec un lien d'approbation" },
    description: {
      en: 'Sent by the button on the page: records the decision, uses up the token and shows the decision in effect. A link that was sent to a member needs the session of that member: the page is answered with 401 without a session and with 403 to anybody else, and nothing is decided.',
      fr: "Appelée par le bouton de la page : enregistre la décision, consomme le jeton et affiche la décision en vigueur. Un lien envoyé à un membre exige la session de ce membre : la page est servie avec 401 sans session et avec 403 à toute autre personne, et rien n'est décidé.",
    },
    sameShapeStatuses: [401, 403],
    openDetail: true,
  }),
}
