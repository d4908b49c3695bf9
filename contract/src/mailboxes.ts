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
    title: { en: 'List mailboxes', fr: 'Lister les boîtes' },
    description: { en: "The calling member's.", fr: 'Celles du membre appelant.' },
    status: 200,
    reply: object({ mailboxes: list(Mailbox) }),
  }),
  connectImap: route({
    method: 'POST',
    path: '/api/v1/mailboxes/imap',
    access: keyAccess('mailboxes:write'),
    title: { en: 'Connect a mailbox over IMAP and SMTP', fr: 'Connecter une boîte par IMAP et SMTP' },
    description: {
      en: 'Both servers are tried before anything is stored; the error names the one that refused. A known address has its credentials replaced (`created` is false) and is reactivated. The password is never returned or logged.',
      fr: "Les deux serveurs sont essayés avant tout enregistrement ; l'erreur nomme celui qui a refusé. Une adresse connue voit ses identifiants remplacés (`created` vaut false) et est réactivée. Le mot de passe n'est jamais renvoyé ni journalisé.",
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
    ],
  }),
  sync: route({
    method: 'POST',
    path: '/api/v1/mailboxes/{id}/sync',
    access: keyAccess('mailboxes:write'),
    title: { en: 'Fetch new mail now', fr: 'Relever le courrier maintenant' },
    description: {
      en: '`enqueued` is false when a fetch was already pending, which is no failure.',
      fr: "`enqueued` vaut false quand une relève était déjà en attente, ce qui n'est pas un échec.",
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
    title: { en: 'Read a past period again', fr: 'Relire une période passée' },
    description: {
      en: 'Reads from `since` to now in slices. Silent: nothing is journaled and no workflow runs. `since` lies in the past, at most 92 days back.',
      fr: "Relit de `since` à maintenant, par tranches. Silencieux : rien n'est journalisé et aucun workflow ne s'exécute. `since` est dans le passé, à 92 jours au plus.",
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
      en: 'What removing the mailbox would affect',
      fr: 'Ce que le retrait de la boîte affecterait',
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
    title: { en: 'Disconnect a mailbox', fr: 'Déconnecter une boîte' },
    description: {
      en: 'Fetching stops, the secret is removed and the workflows are disarmed; the history stays readable. Connecting the same address again undoes it; disconnecting twice changes nothing more.',
      fr: "La relève s'arrête, le secret est supprimé et les workflows sont désarmés ; l'historique reste lisible. Reconnecter la même adresse annule ce retrait ; déconnecter deux fois ne change rien de plus.",
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
    title: { en: 'Change how a mailbox is mirrored', fr: 'Changer la façon dont une boîte est reflétée' },
    description: {
      en: '`full` mirrors the whole mailbox, `processing_only` only what arrives from now on.',
      fr: '`full` reflète toute la boîte, `processing_only` seulement ce qui arrive désormais.',
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
    title: { en: 'Delete a mailbox and its history', fr: 'Supprimer une boîte et son historique' },
    description: {
      en: 'Nothing is deleted on the mail server. Connecting the same address again begins anew.',
      fr: "Rien n'est supprimé sur le serveur de courrier. Reconnecter la même adresse recommence à zéro.",
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
      en: 'How far the mirror is behind the server',
      fr: 'De combien le reflet est en retard sur le serveur',
    },
    description: {
      en: 'What the mail server had at the last look, beside what is mirrored here.',
      fr: 'Ce que le serveur de courrier avait au dernier regard, à côté de ce qui est reflété ici.',
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
