import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { adminAccess, ids, keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  email,
  integer,
  list,
  named,
  object,
  openDetail,
  optional,
  string,
  text,
} from './schema.ts'

export const SendStatus = choice('pending', 'held', 'running', 'done', 'failed', 'cancelled', 'unknown')

/** A draft in the review queue or the sending journal. */
export const ReviewItem = named(
  'ReviewItem',
  object({
    id: string(),
    mailboxId: string(),
    mailboxAddress: string(),
    subject: string(),
    createdAt: string(),
    mode: choice('draft', 'send'),
    origin: choice('workflow', 'webmail', 'approval'),
    recipients: list(string()),
    reviewStatus: choice('none', 'pending', 'sent', 'rejected', 'snoozed', 'gone'),
    sendStatus: SendStatus,
    reviewReason: optional(string()),
    reviewAt: optional(string()),
    snoozeUntil: optional(string()),
    sendErrorKind: optional(string()),
    executionId: optional(string()),
    workflowId: optional(string()),
    workflowName: optional(string()),
    nodeId: optional(string()),
    nodeType: optional(string()),
    messageIdHeader: optional(string()),
    messageId: optional(string()),
    threadId: optional(string()),
  }),
)

/** A file that waits to be sent with a message. */
export const UploadedFile = openDetail(
  named('UploadedFile', object({ id: string(), filename: string(), mime: string(), size: integer(0) })),
)

const FileReference = openDetail(object({ id: string() }))

const Switch = object({ enabled: boolean() })

export const attachmentLimit = 25 * 1024 * 1024
/** Boundaries and part headers around the one file. */
const multipartRoom = 64 * 1024

export const sending = {
  send: route({
    method: 'POST',
    path: '/api/v1/messages/send',
    access: keyAccess('messages:write'),
    title: { en: 'Send a message', fr: 'Envoyer un message' },
    description: {
      en: 'The message is recorded and queued; nothing leaves before the reply. The same `clientToken` again returns the same `opId` with `duplicate: true` and sends nothing. `attachments` refers to files uploaded beforehand. `opId` is the `id` of the message in the sending journal. On `sending.rate_limited`, `details.retryAfterMs` says how long to wait.',
      fr: "Le message est enregistré et mis en file ; rien ne part avant la réponse. Le même `clientToken` renvoie le même `opId` avec `duplicate: true` et n'envoie rien. `attachments` désigne les fichiers déposés auparavant. `opId` est l'`id` du message dans le journal des envois. Pour `sending.rate_limited`, `details.retryAfterMs` dit combien de temps attendre.",
    },
    idempotent: true,
    body: object({
      mailboxId: string(),
      to: list(email(320), 1, 100),
      cc: optional(list(email(320), undefined, 100)),
      bcc: optional(list(email(320), undefined, 100)),
      subject: text(0, 512),
      bodyText: text(0, 200000),
      bodyHtml: optional(text(0, 500000)),
      replyToMessageId: optional(string()),
      forwardOfMessageId: optional(string()),
      includeOriginalAttachments: optional(boolean()),
      quoteOriginal: optional(boolean()),
      attachments: optional(list(FileReference, undefined, 20)),
      clientToken: string(),
    }),
    status: 202,
    reply: openDetail(object({ opId: string(), duplicate: boolean() })),
    errors: [
      'sending.disabled',
      'sending.rate_limited',
      'mailbox.not_found',
      'mailbox.not_active',
      'webmail.message_not_found',
    ],
  }),
  upload: route({
    method: 'POST',
    path: '/api/v1/messages/attachments',
    access: keyAccess('messages:write'),
    title: { en: 'Upload a file to attach', fr: 'Déposer un fichier à joindre' },
    description: {
      en: 'One file for each request, in the part `file`, 25 MB at most. Executables and scripts are refused.',
      fr: 'Un fichier par requête, dans la partie `file`, 25 Mo au plus. Les exécutables et les scripts sont refusés.',
    },
    openDetail: true,
    bodyType: 'multipart/form-data',
    bodyLimit: attachmentLimit + multipartRoom,
    body: object({ file: string({ format: 'binary' }) }),
    status: 201,
    reply: object({ attachment: UploadedFile }),
    errors: ['sending.file_refused'],
  }),
  journal: route({
    method: 'GET',
    path: '/api/v1/sending/journal',
    access: keyAccess('review:read'),
    title: { en: 'Read the sending journal', fr: 'Lire le journal des envois' },
    description: {
      en: "Everything that left, waits or was refused in the member's name, newest first.",
      fr: 'Tout ce qui est parti, attend ou a été refusé au nom du membre, du plus récent au plus ancien.',
    },
    openDetail: true,
    query: pageQuery(pageSizes.standard, {
      mailboxId: optional(string()),
      workflowId: optional(string()),
      sendStatus: optional(SendStatus),
    }),
    status: 200,
    reply: object({ items: list(ReviewItem), nextCursor }),
  }),
  cancel: route({
    method: 'POST',
    path: '/api/v1/sending/{id}/cancel',
    access: keyAccess('messages:write'),
    title: { en: 'Cancel a message before it leaves', fr: "Annuler un message avant qu'il parte" },
    description: {
      en: 'While it is `pending`, or `held` because sending is switched off. `id` is the `opId`.',
      fr: "Tant qu'il est `pending`, ou `held` parce que l'envoi est coupé. `id` est l'`opId`.",
    },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: object({ opId: string() }),
    notFound: 'sending.not_found',
    errors: ['sending.not_cancellable'],
  }),
  readSwitch: route({
    method: 'GET',
    path: '/api/v1/admin/sending',
    access: adminAccess('admin:read'),
    title: { en: 'Whether mail may leave this instance', fr: "Si l'instance peut envoyer du courrier" },
    openDetail: true,
    status: 200,
    reply: Switch,
  }),
  setSwitch: route({
    method: 'PUT',
    path: '/api/v1/admin/sending',
    access: adminAccess('admin:write'),
    title: { en: 'Switch sending on or off', fr: "Couper ou rétablir l'envoi" },
    description: {
      en: 'Off: nothing leaves, and what is queued is held until it is on again. It stays off while the setting MAILWRIGHT_SENDING is `off`.',
      fr: "Coupé : rien ne part, et ce qui attend est retenu jusqu'au rétablissement. L'envoi reste coupé tant que le réglage MAILWRIGHT_SENDING vaut `off`.",
    },
    openDetail: true,
    body: Switch,
    status: 200,
    reply: Switch,
  }),
  readMailboxSwitch: route({
    method: 'GET',
    path: '/api/v1/mailboxes/{id}/sending',
    access: keyAccess('mailboxes:read'),
    title: { en: 'Whether mail may leave a mailbox', fr: 'Si une boîte peut envoyer du courrier' },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: Switch,
    notFound: 'mailbox.not_found',
  }),
  setMailboxSwitch: route({
    method: 'PUT',
    path: '/api/v1/mailboxes/{id}/sending',
    access: keyAccess('mailboxes:write'),
    title: { en: 'Switch sending of a mailbox on or off', fr: "Couper ou rétablir l'envoi d'une boîte" },
    openDetail: true,
    params: ids('id'),
    body: Switch,
    status: 200,
    reply: Switch,
    notFound: 'mailbox.not_found',
  }),
}
