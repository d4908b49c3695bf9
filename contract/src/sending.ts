import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { adminAccess, ids, keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  email,
  integer,
  list,
  named,
  nullable,
  object,
  openDetail,
  optional,
  string,
  text,
} from './schema.ts'

export const SendStatus = choice('pending', 'held', 'running', 'done', 'failed', 'cancelled', 'unknown')

export const ReviewStatus = choice('none', 'pending', 'sent', 'rejected', 'snoozed', 'gone')

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
    reviewStatus: ReviewStatus,
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

/** A file uploaded to be attached to a message. */
export const UploadedFile = openDetail(
  named('UploadedFile', object({ id: string(), filename: string(), mime: string(), size: integer(0) })),
)

const FileReference = openDetail(object({ id: string() }))

const Switch = object({ enabled: boolean() })

export const attachmentLimit = 25 * 1024 * 1024
/** Allows for boundaries and part headers around the file. */
const multipartOverheadBytes = 64 * 1024

export const sending = {
  send: route({
    method: 'POST',
    path: '/api/v1/messages/send',
    access: keyAccess('messages:write'),
    title: { en: 'Send a message', fr: 'Envoyer un message' },
    description: {
      en: 'Queues the message and replies before it is sent. Repeating a `clientToken` returns the same `opId` with `duplicate: true` and sends nothing; with another mail it is `idempotency.key_reused`. `attachments` refers to files uploaded beforehand. `opId` is the `id` of the message in the sending journal. On `sending.rate_limited`, `details.retryAfterMs` is the time to wait.',
      fr: "Met le message en file et répond avant l'envoi. Répéter un `clientToken` renvoie le même `opId` avec `duplicate: true` et n'envoie rien ; avec un autre courriel, c'est `idempotency.key_reused`. `attachments` désigne des fichiers déposés au préalable. `opId` est l'`id` du message dans le journal des envois. Pour `sending.rate_limited`, `details.retryAfterMs` indique la durée d'attente.",
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
      // Not blank: a client without one must notice, instead of finding all its mails to be duplicates.
      clientToken: string({ pattern: '\\S' }),
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
    title: { en: 'Upload an attachment', fr: 'Déposer une pièce jointe' },
    description: {
      en: 'One file per request, in the part `file`, up to 25 MB. Executables and scripts are rejected.',
      fr: 'Un fichier par requête, dans la partie `file`, 25 Mo au plus. Les exécutables et les scripts sont refusés.',
    },
    openDetail: true,
    bodyType: 'multipart/form-data',
    bodyLimit: attachmentLimit + multipartOverheadBytes,
    body: object({ file: string({ format: 'binary' }) }),
    callsOut: true,
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
      en: "Every message sent, queued or rejected on the member's behalf, newest first.",
      fr: 'Tous les messages envoyés, en attente ou refusés au nom du membre, du plus récent au plus ancien.',
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
  read: route({
    method: 'GET',
    path: '/api/v1/sending/{id}',
    access: keyAccess('review:read'),
    title: { en: 'Read an outgoing message', fr: 'Lire un message sortant' },
    description: {
      en: 'An item of the sending journal with its text. `serverMessage` is what the mail server last said about it.',
      fr: 'Un élément du journal des envois, avec son texte. `serverMessage` est la dernière réponse du serveur de messagerie à son sujet.',
    },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: object({
      item: ReviewItem,
      cc: list(string()),
      bcc: list(string()),
      bodyText: string(),
      serverMessage: nullable(string()),
    }),
    notFound: 'sending.not_found',
  }),
  cancel: route({
    method: 'POST',
    path: '/api/v1/sending/{id}/cancel',
    access: keyAccess('messages:write'),
    title: { en: 'Cancel an outgoing message', fr: 'Annuler un message sortant' },
    description: {
      en: 'Possible while it is `pending`, or `held` because sending is turned off. `id` is the `opId`.',
      fr: "Possible tant qu'il est `pending`, ou `held` parce que l'envoi est désactivé. `id` est l'`opId`.",
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
    title: { en: 'Read whether sending is on', fr: "Lire si l'envoi est activé" },
    openDetail: true,
    status: 200,
    reply: Switch,
  }),
  setSwitch: route({
    method: 'PUT',
    path: '/api/v1/admin/sending',
    access: adminAccess('admin:write'),
    title: { en: 'Turn sending on or off', fr: "Activer ou désactiver l'envoi" },
    description: {
      en: 'While sending is off, queued messages are held until it is turned on again. It stays off as long as the setting MAILWRIGHT_SENDING is `off`.',
      fr: "Tant que l'envoi est désactivé, les messages en file sont retenus. L'envoi reste désactivé tant que le réglage MAILWRIGHT_SENDING vaut `off`.",
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
    title: {
      en: 'Read whether sending is on for a mailbox',
      fr: "Lire si l'envoi est activé pour une boîte mail",
    },
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
    title: {
      en: 'Turn sending on or off for a mailbox',
      fr: "Activer ou désactiver l'envoi pour une boîte mail",
    },
    openDetail: true,
    params: ids('id'),
    body: Switch,
    status: 200,
    reply: Switch,
    notFound: 'mailbox.not_found',
  }),
}
