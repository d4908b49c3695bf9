import { ExecutionStatus } from './executions.ts'
import { JournalEntry } from './journal.ts'
import { MailAddress } from './mail-address.ts'
import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  extend,
  free,
  integer,
  list,
  named,
  nullable,
  object,
  optional,
  string,
  uuid,
} from './schema.ts'

export const MessageFlags = named(
  'MessageFlags',
  object({ seen: boolean(), flagged: boolean(), draft: boolean(), sent: boolean() }),
)

const MessageSignals = object({
  isAutoReply: boolean(),
  isNoReply: boolean(),
  isMailingList: boolean(),
  isFromSelf: boolean(),
})

export const Message = named(
  'Message',
  object({
    id: string(),
    mailboxId: string(),
    receivedAt: string(),
    from: nullable(MailAddress),
    subject: nullable(string()),
    snippet: nullable(string()),
    folderLabels: list(string()),
    flags: MessageFlags,
    signals: MessageSignals,
    hasAttachments: boolean(),
  }),
)

export const Attachment = named(
  'Attachment',
  object({
    id: string(),
    position: integer(0),
    filename: string(),
    mime: string(),
    size: integer(0),
    disposition: choice('attachment', 'inline'),
    contentId: nullable(string()),
    downloadUrl: string(),
  }),
)

export const MessageDetail = named(
  'MessageDetail',
  extend(Message, {
    threadId: nullable(string()),
    classification: free(),
    bodyText: nullable(string()),
    bodyHtmlSafe: nullable(string()),
    hasRemoteImages: boolean(),
    bodyComplete: boolean(),
    headersSubset: object({
      to: list(MailAddress),
      cc: list(MailAddress),
      replyTo: list(MailAddress),
      date: nullable(string()),
      messageIdHeader: nullable(string()),
    }),
    attachments: list(Attachment),
  }),
)

const MessageExecution = object({
  id: string(),
  workflowId: string(),
  workflowName: string(),
  status: ExecutionStatus,
  simulated: boolean(),
  createdAt: string(),
  finishedAt: nullable(string()),
})

export const messages = {
  list: route({
    method: 'GET',
    path: '/api/v1/messages',
    access: keyAccess('messages:read'),
    title: { en: 'List messages', fr: 'Lister les messages' },
    description: {
      en: "Flat, newest first. `q` searches the subject, preview and sender in the member's mailboxes, with the same syntax as the thread search.",
      fr: "À plat, du plus récent au plus ancien. `q` cherche dans l'objet, l'aperçu et l'expéditeur, dans les boîtes du membre, avec la même syntaxe que la recherche de fils.",
    },
    query: pageQuery(pageSizes.standard, { mailboxId: optional(string()), q: optional(string()) }),
    status: 200,
    reply: object({ messages: list(Message), nextCursor }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/messages/{id}',
    access: keyAccess('messages:read'),
    title: { en: 'Read a message', fr: 'Lire un message' },
    description: {
      en: '`bodyHtmlSafe` is sanitised on every call and never stored; display it only in a sandboxed frame.',
      fr: "`bodyHtmlSafe` est assaini à chaque appel et jamais conservé ; ne l'affichez que dans un cadre isolé.",
    },
    params: object({ id: uuid() }),
    status: 200,
    reply: MessageDetail,
    notFound: 'request.not_found',
  }),
  downloadAttachment: route({
    method: 'GET',
    path: '/api/v1/messages/{id}/attachments/{position}',
    access: keyAccess('messages:read'),
    title: { en: 'Download an attachment', fr: 'Télécharger une pièce jointe' },
    description: {
      en: 'The raw bytes, always as a download (`Content-Disposition: attachment`, `nosniff`, `no-store`). Active types such as HTML, SVG and scripts are served as `application/octet-stream`.',
      fr: 'Les octets bruts, toujours en téléchargement (`Content-Disposition: attachment`, `nosniff`, `no-store`). Les types actifs, comme HTML, SVG et les scripts, sont servis en `application/octet-stream`.',
    },
    params: object({ id: uuid(), position: integer() }),
    callsOut: true,
    status: 200,
    replyType: 'application/octet-stream',
    notFound: 'request.not_found',
  }),
  journal: route({
    method: 'GET',
    path: '/api/v1/messages/{id}/journal',
    access: keyAccess('messages:read'),
    title: { en: 'Read how a message was processed', fr: "Lire le traitement d'un message" },
    description: {
      en: 'Its journal entry (null if there is none) and the executions it started.',
      fr: "Son entrée de journal (null s'il n'y en a pas) et les exécutions qu'il a lancées.",
    },
    params: object({ id: uuid() }),
    status: 200,
    reply: object({ entry: nullable(JournalEntry), executions: list(MessageExecution) }),
    notFound: 'request.not_found',
  }),
}
