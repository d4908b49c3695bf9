import { ids, keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  dateTime,
  email,
  integer,
  list,
  named,
  nullable,
  number,
  object,
  optional,
  string,
  text,
  withDefault,
} from './schema.ts'

export const MailProvider = choice('google', 'microsoft', 'imap')

const Backfill = object({
  status: choice('pending', 'running', 'done', 'failed'),
  progressPct: nullable(number(0, 100)),
  oldestSyncedAt: nullable(string()),
})

const MailboxError = object({
  kind: string(),
  code: optional(string()),
  message: optional(string()),
  at: optional(dateTime()),
  operation: optional(string()),
  httpStatus: optional(integer()),
})

export const Mailbox = named(
  'Mailbox',
  object({
    id: string(),
    provider: MailProvider,
    address: string(),
    status: choice('active', 'disconnected', 'error'),
    syncMode: choice('full', 'processing_only'),
    connectedAt: string(),
    backfill: nullable(Backfill),
    lastDeltaAt: nullable(string()),
    lastSuccessfulSyncAt: optional(nullable(string())),
    lastError: nullable(MailboxError),
    messageCount: integer(0),
    analyzedAt: optional(nullable(string())),
  }),
)

export const port = () => integer(1, 65535)

const FolderLag = object({
  key: string(),
  name: string(),
  serverMessages: integer(0),
  mirroredMessages: integer(0),
  lastServerUid: nullable(integer(0)),
  lastMirroredUid: nullable(integer(0)),
})
const Enqueued = object({ enqueued: boolean() })

export const mailboxes = {
  list: route({
    method: 'GET',
    path: '/api/v1/mailboxes',
    access: keyAccess('mailboxes:read'),
    title: { en: 'List mailboxes', fr: 'Lister les boîtes mail' },
    description: { en: "The member's own mailboxes.", fr: 'Les boîtes du membre.' },
    status: 200,
    reply: object({ mailboxes: list(Mailbox) }),
  }),
  connectImap: route({
    method: 'POST',
    path: '/api/v1/mailboxes/imap',
    access: keyAccess('mailboxes:write'),
    title: { en: 'Connect a mailbox over IMAP and SMTP', fr: 'Connecter une boîte mail par IMAP et SMTP' },
    description: {
      en: 'Both servers are checked before anything is stored; the error names the one that failed. If the address is already known, its credentials are replaced (`created` is false) and the mailbox is reactivated. The password is never returned or logged.',
      fr: "Les deux serveurs sont vérifiés avant tout enregistrement ; l'erreur nomme celui qui a échoué. Si l'adresse est déjà connue, ses identifiants sont remplacés (`created` vaut false) et la boîte est réactivée. Le mot de passe n'est jamais renvoyé ni journalisé.",
    },
    idempotent: true,
    body: object({
      address: email(),
      imapHost: text(1, 255),
      imapPort: withDefault(port(), 993),
      imapSecure: withDefault(boolean(), true),
      smtpHost: text(1, 255),
      smtpPort: withDefault(port(), 465),
      smtpSecure: withDefault(boolean(), true),
      username: optional(text(1, 255)),
      password: text(1, 1024),
      allowInvalidCertificate: optional(boolean()),
    }),
    callsOut: true,
    status: 201,
    reply: object({ mailboxId: string(), address: string(), created: boolean() }),
    errors: [
      'credentials.encryption_disabled',
      'imap.host_not_found',
      'imap.unreachable',
      'imap.tls_failed',
      'imap.auth_failed',
      'smtp.host_not_found',
      'smtp.unreachable',
      'smtp.tls_failed',
      'smtp.auth_failed',
      'auth.rate_limited',
    ],
  }),
  sync: route({
    method: 'POST',
    path: '/api/v1/mailboxes/{id}/sync',
    access: keyAccess('mailboxes:write'),
    title: { en: 'Fetch new mail now', fr: 'Relever le courrier maintenant' },
    description: {
      en: '`enqueued` is false if a fetch was already pending; this is not an error.',
      fr: "`enqueued` vaut false si une relève était déjà en attente ; ce n'est pas une erreur.",
    },
    idempotent: true,
    params: ids('id'),
    status: 202,
    reply: Enqueued,
    notFound: 'mailbox.not_found',
    errors: ['mailbox.not_active'],
  }),
  resync: route({
    method: 'POST',
    path: '/api/v1/mailboxes/{id}/resync',
    access: keyAccess('mailboxes:write'),
    title: { en: 'Resync a past period', fr: 'Resynchroniser une période passée' },
    description: {
      en: 'Reads from `since` to now in batches. Nothing is journaled and no workflow runs. `since` must be in the past, no more than 92 days ago.',
      fr: "Relit par lots de `since` à maintenant. Rien n'est journalisé et aucun workflow ne s'exécute. `since` doit être dans le passé, à 92 jours au plus.",
    },
    idempotent: true,
    params: ids('id'),
    body: object({ since: dateTime() }),
    status: 202,
    reply: Enqueued,
    notFound: 'mailbox.not_found',
    errors: ['mailbox.resync_window_invalid', 'mailbox.not_active'],
  }),
  removalImpact: route({
    method: 'GET',
    path: '/api/v1/mailboxes/{id}/removal-impact',
    access: keyAccess('mailboxes:read'),
    title: {
      en: 'Preview the impact of removing a mailbox',
      fr: "Prévisualiser l'impact du retrait d'une boîte mail",
    },
    params: ids('id'),
    status: 200,
    reply: object({
      mailboxId: string(),
      address: string(),
      messages: integer(),
      pendingExecutions: integer(),
      workflows: list(object({ id: string(), name: string(), link: choice('trigger', 'sender') })),
    }),
    notFound: 'mailbox.not_found',
  }),
  disconnect: route({
    method: 'POST',
    path: '/api/v1/mailboxes/{id}/disconnect',
    access: keyAccess('mailboxes:write'),
    title: { en: 'Disconnect a mailbox', fr: 'Déconnecter une boîte mail' },
    description: {
      en: 'Stops fetching, deletes the credentials and unpublishes the workflows; the history stays readable. Reconnect the same address to resume. Disconnecting again has no effect.',
      fr: "Arrête la relève, supprime les identifiants et dépublie les workflows ; l'historique reste lisible. Reconnectez la même adresse pour reprendre. Une seconde déconnexion est sans effet.",
    },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: object({
      mailboxId: string(),
      address: string(),
      disarmedWorkflows: integer(),
      credential: choice('deleted', 'kept', 'none'),
    }),
    notFound: 'mailbox.not_found',
  }),
  update: route({
    method: 'PATCH',
    path: '/api/v1/mailboxes/{id}',
    access: keyAccess('mailboxes:write'),
    title: {
      en: 'Change the sync mode of a mailbox',
      fr: "Changer le mode de synchronisation d'une boîte mail",
    },
    description: {
      en: '`full` mirrors the whole mailbox; `processing_only` mirrors new mail only.',
      fr: '`full` synchronise toute la boîte ; `processing_only` seulement le nouveau courrier.',
    },
    openDetail: true,
    params: ids('id'),
    body: object({ syncMode: choice('full', 'processing_only') }),
    status: 200,
    reply: object({ mailbox: Mailbox }),
    notFound: 'mailbox.not_found',
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/mailboxes/{id}',
    access: keyAccess('mailboxes:write'),
    title: { en: 'Delete a mailbox and its history', fr: 'Supprimer une boîte mail et son historique' },
    description: {
      en: 'Nothing is deleted on the mail server. Reconnecting the same address starts from scratch.',
      fr: "Rien n'est supprimé sur le serveur de messagerie. Reconnecter la même adresse repart de zéro.",
    },
    openDetail: true,
    params: ids('id'),
    status: 204,
    notFound: 'mailbox.not_found',
  }),
  lag: route({
    method: 'GET',
    path: '/api/v1/mailboxes/{id}/lag',
    access: keyAccess('mailboxes:read'),
    title: {
      en: 'Read the sync lag of a mailbox',
      fr: "Lire le retard de synchronisation d'une boîte mail",
    },
    description: {
      en: 'Compares the last known state of the mail server with what is mirrored.',
      fr: 'Compare le dernier état connu du serveur de messagerie avec ce qui est synchronisé.',
    },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: object({
      mailboxId: string(),
      lastDeltaAt: nullable(string()),
      lastReceivedAt: nullable(string()),
      lastProcessedAt: nullable(string()),
      missingMessages: integer(0),
      folders: list(FolderLag),
    }),
    notFound: 'mailbox.not_found',
  }),
}
