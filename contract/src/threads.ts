import { MailAddress } from './mail-address.ts'
import { MessageDetail, MessageFlags } from './messages.ts'
import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { ids, keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  free,
  integer,
  list,
  name,
  named,
  nullable,
  object,
  openDetail,
  optional,
  string,
  text,
  uuid,
  withDefault,
} from './schema.ts'

export const Thread = named(
  'Thread',
  object({
    id: string(),
    mailboxId: string(),
    subject: nullable(string()),
    lastMessageAt: string(),
    messageCount: integer(1),
    unreadCount: integer(),
    participants: list(MailAddress, undefined, 3),
    participantCount: integer(),
    snippet: nullable(string()),
    hasAttachments: boolean(),
    flags: MessageFlags,
    classification: free(),
  }),
)

export const ThreadAction = choice(
  'markRead',
  'markUnread',
  'flag',
  'unflag',
  'archive',
  'unarchive',
  'trash',
  'restore',
  'spam',
  'notSpam',
  'deletePermanently',
  'move',
)

const labels = () => optional(list(name(1, 200), undefined, 20))

export const threads = {
  list: route({
    method: 'GET',
    path: '/api/v1/threads',
    access: keyAccess('messages:read'),
    title: { en: 'List threads', fr: 'Lister les fils' },
    description: {
      en: 'Newest first. `folder` is a folder key; `all` excludes trash and spam. `q` searches the current folder; `searchEverywhere` extends the search to all folders, including trash and spam.',
      fr: "Du plus récent au plus ancien. `folder` est la clé d'un dossier ; `all` exclut la corbeille et les indésirables. `q` cherche dans le dossier courant ; `searchEverywhere` étend la recherche à tous les dossiers, corbeille et indésirables compris.",
    },
    query: pageQuery(pageSizes.standard, {
      mailboxId: optional(string()),
      q: optional(string()),
      filter: optional(choice('all', 'unread', 'flagged', 'attachments')),
      folder: withDefault(string(), 'inbox'),
      searchEverywhere: optional(boolean()),
    }),
    status: 200,
    reply: object({ threads: list(Thread), nextCursor }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/threads/{id}',
    access: keyAccess('messages:read'),
    title: { en: 'Read a thread', fr: 'Lire un fil' },
    description: {
      en: 'Messages in reading order, each with a sanitised body.',
      fr: "Les messages dans l'ordre de lecture, chacun avec un corps assaini.",
    },
    params: object({ id: uuid() }),
    status: 200,
    reply: object({ thread: Thread, messages: list(MessageDetail) }),
    notFound: 'request.not_found',
  }),
  act: route({
    method: 'POST',
    path: '/api/v1/threads/{id}/actions',
    access: keyAccess('messages:write'),
    title: { en: 'Act on a thread', fr: 'Agir sur un fil' },
    description: {
      en: 'Creates one operation per message in the thread at the time of the call; a `clientToken` never acts twice on a thread, and with another action it is `idempotency.key_reused`. `move` uses `labels`: the folder keys to add and to remove.',
      fr: "Crée une opération par message du fil au moment de l'appel ; un même `clientToken` n'agit jamais deux fois sur un fil et, avec une autre action, c'est `idempotency.key_reused`. `move` utilise `labels` : les clés de dossiers à ajouter et à retirer.",
    },
    idempotent: true,
    params: ids('id'),
    body: object({
      action: ThreadAction,
      labels: openDetail(optional(object({ add: labels(), remove: labels() }))),
      clientToken: text(8, 128, { pattern: '^[A-Za-z0-9._:-]+$' }),
    }),
    status: 202,
    reply: object({
      threadId: string(),
      ops: list(object({ messageId: string(), opId: string(), duplicate: boolean() })),
    }),
    badRequest: 'webmail.bad_request',
    notFound: 'webmail.thread_not_found',
    errors: ['webmail.thread_too_large', 'webmail.message_not_found', 'webmail.unsupported_action'],
  }),
}
