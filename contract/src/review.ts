import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { ids, keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  dateTime,
  integer,
  list,
  nullable,
  object,
  optional,
  string,
  text,
} from './schema.ts'
import { ReviewItem } from './sending.ts'

const clientToken = text(8, 200)
const recipients = () => optional(list(string(), undefined, 100))
const edits = {
  subject: optional(text(0, 500)),
  bodyText: optional(text(0, 200000)),
  bodyHtml: optional(text(0, 400000)),
  to: recipients(),
  cc: recipients(),
  bcc: recipients(),
}
/** Why a draft of a selection was not sent. */
export const SkipReason = choice(
  'not_found',
  'already_sent',
  'already_rejected',
  'gone',
  'mailbox_not_active',
)
/** What a statement of a composed text is about. */
export const StatementKind = choice(
  'name',
  'date',
  'time',
  'duration',
  'amount',
  'percentage',
  'number',
  'reference',
  'address',
  'phone',
  'email',
  'link',
  'promise',
)
/** Where a statement may stand. */
export const SourceKind = choice('message', 'row', 'attachment', 'instructions', 'member')
const Resolved = object({ message: ReviewItem, opId: optional(string()) })

export const review = {
  list: route({
    method: 'GET',
    path: '/api/v1/review',
    access: keyAccess('review:read'),
    title: { en: 'List drafts to review', fr: 'Lister les brouillons à relire' },
    description: {
      en: "The member's queue, newest first: drafts of workflows, and mail that was held back. `reviewReason` says why in the caller's language. `pendingCount` counts all drafts that wait, whatever the filters.",
      fr: "La file du membre, du plus récent au plus ancien : brouillons des workflows et courriels retenus. `reviewReason` en donne le motif dans la langue de l'appelant. `pendingCount` compte tous les brouillons en attente, quels que soient les filtres.",
    },
    query: pageQuery(pageSizes.review, { mailboxId: optional(string()), workflowId: optional(string()) }),
    status: 200,
    reply: object({ items: list(ReviewItem), nextCursor, pendingCount: integer() }),
    badRequest: 'review.bad_request',
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/review/{id}',
    access: keyAccess('review:read'),
    title: { en: 'Read a draft', fr: 'Lire un brouillon' },
    description: {
      en: 'The body is sanitised; a quoted original is added when the draft is sent. Drafts that were sent or rejected can still be read.',
      fr: "Le corps est assaini ; l'original cité est ajouté à l'envoi. Les brouillons envoyés ou rejetés restent lisibles.",
    },
    params: ids('id'),
    status: 200,
    reply: object({
      message: ReviewItem,
      cc: list(string()),
      bcc: list(string()),
      bodyText: optional(string()),
      bodyHtml: optional(string()),
      hasRemoteImages: boolean(),
      attachments: list(object({ filename: string(), mime: string(), size: integer() })),
    }),
    notFound: 'review.not_found',
    errors: ['review.content_gone'],
  }),
  statements: route({
    method: 'GET',
    path: '/api/v1/review/{id}/statements',
    access: keyAccess('review:read'),
    title: { en: 'List the statements of a draft', fr: "Lister les affirmations d'un brouillon" },
    description: {
      en: 'The names, dates, amounts, numbers, addresses, links and promises of what a model wrote, in order, as positions in `bodyText`. Each is found by comparison, without a model, in the messages, rows, attachments and instructions that the text may rest on; one that stands nowhere is `toCheck`. Once a person has changed the text it is looked at as a whole.',
      fr: "Les noms, dates, montants, nombres, adresses, liens et promesses de ce qu'un modèle a écrit, dans l'ordre, comme positions dans `bodyText`. Chacun est recherché par comparaison, sans modèle, dans les messages, lignes, pièces jointes et consignes sur lesquels le texte peut s'appuyer ; ce qui ne figure nulle part est `toCheck`. Dès qu'une personne a modifié le texte, il est examiné en entier.",
    },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: object({
      isComposed: boolean(),
      statements: list(
        object({
          kind: StatementKind,
          start: integer(),
          end: integer(),
          text: string(),
          toCheck: boolean(),
          sources: list(object({ sourceId: string(), start: integer(), end: integer(), quote: string() })),
        }),
      ),
      sources: list(object({ id: string(), kind: SourceKind, title: string(), date: nullable(string()) })),
      toCheck: integer(),
    }),
    notFound: 'review.not_found',
    errors: ['review.content_gone'],
  }),
  send: route({
    method: 'POST',
    path: '/api/v1/review/{id}/send',
    access: keyAccess('review:write'),
    title: { en: 'Send a draft', fr: 'Envoyer un brouillon' },
    description: {
      en: 'The given fields replace those of the draft. The message is queued, not delivered yet; `opId` is its `id` in the sending journal. Repeating a `clientToken` returns the same reply and sends nothing; with another request it is `idempotency.key_reused`. While the mailbox is not connected, the draft stays and the reply is `review.bad_request`.',
      fr: "Les champs fournis remplacent ceux du brouillon. Le message est mis en file, pas encore remis ; `opId` est son `id` dans le journal des envois. Répéter un `clientToken` renvoie la même réponse et n'envoie rien ; avec une autre requête, c'est `idempotency.key_reused`. Tant que la boîte mail n'est pas connectée, le brouillon reste en attente et la réponse est `review.bad_request`.",
    },
    idempotent: true,
    params: ids('id'),
    body: object({ clientToken, ...edits }),
    status: 202,
    reply: Resolved,
    badRequest: 'review.bad_request',
    notFound: 'review.not_found',
    errors: ['review.already_resolved', 'review.content_gone'],
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/v1/review/{id}',
    access: keyAccess('review:write'),
    title: { en: 'Edit a draft', fr: 'Modifier un brouillon' },
    description: {
      en: 'Saves the given fields without sending. A draft that a person has edited is never overwritten by a workflow.',
      fr: "Enregistre les champs fournis sans envoyer. Un brouillon modifié par une personne n'est jamais remplacé par un workflow.",
    },
    openDetail: true,
    params: ids('id'),
    body: object(edits),
    status: 200,
    reply: object({ message: ReviewItem }),
    badRequest: 'review.bad_request',
    notFound: 'review.not_found',
    errors: ['review.already_resolved', 'review.content_gone'],
  }),
  sendSelection: route({
    method: 'POST',
    path: '/api/v1/review/send',
    access: keyAccess('review:write'),
    title: { en: 'Send several drafts', fr: 'Envoyer plusieurs brouillons' },
    description: {
      en: 'Drafts that cannot be sent are listed in `skipped` and do not block the others. An id that is given twice counts once. `clientToken` works as for a single draft.',
      fr: 'Les brouillons qui ne peuvent pas être envoyés figurent dans `skipped` et ne bloquent pas les autres. Un identifiant donné deux fois compte une fois. `clientToken` fonctionne comme pour un seul brouillon.',
    },
    idempotent: true,
    body: object({ ids: list(string(), 1, 50), clientToken }),
    status: 202,
    reply: object({
      sent: integer(),
      skipped: list(object({ id: string(), reason: SkipReason })),
      pendingCount: integer(),
    }),
    badRequest: 'review.bad_request',
  }),
  reject: route({
    method: 'POST',
    path: '/api/v1/review/{id}/reject',
    access: keyAccess('review:write'),
    title: { en: 'Reject a draft', fr: 'Rejeter un brouillon' },
    description: {
      en: 'The draft will not be sent. The reason, if given, is kept in the sending journal.',
      fr: "Le brouillon ne sera pas envoyé. Le motif, s'il est fourni, est conservé dans le journal des envois.",
    },
    openDetail: true,
    params: ids('id'),
    body: object({ reason: optional(text(0, 500)) }),
    status: 200,
    reply: Resolved,
    notFound: 'review.not_found',
    errors: ['review.already_resolved', 'review.content_gone'],
  }),
  snooze: route({
    method: 'POST',
    path: '/api/v1/review/{id}/snooze',
    access: keyAccess('review:write'),
    title: { en: 'Snooze a draft', fr: 'Reporter un brouillon' },
    description: {
      en: 'It leaves the queue and returns at `until`, which must be in the future.',
      fr: 'Il quitte la file et y revient à `until`, qui doit être dans le futur.',
    },
    openDetail: true,
    params: ids('id'),
    body: object({ until: dateTime() }),
    status: 200,
    reply: object({ message: ReviewItem }),
    notFound: 'review.not_found',
    errors: ['review.already_resolved', 'review.content_gone'],
  }),
  withdraw: route({
    method: 'POST',
    path: '/api/v1/workflows/{id}/drafts/withdraw',
    access: keyAccess('review:write'),
    title: { en: 'Withdraw the drafts of a workflow', fr: "Retirer les brouillons d'un workflow" },
    description: {
      en: 'Its drafts that wait for review are gone, except those that somebody has edited. `withdrawn` is their number.',
      fr: "Ses brouillons en attente de relecture disparaissent, sauf ceux que quelqu'un a modifiés. `withdrawn` en donne le nombre.",
    },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: object({ withdrawn: integer(0) }),
    notFound: 'workflow.not_found',
  }),
}
