import { folders } from '@mailwright/contract/folders'
import { journal } from '@mailwright/contract/journal'
import { messages } from '@mailwright/contract/messages'
import { threads } from '@mailwright/contract/threads'
import type { Fingerprints } from '../../platform/http/body-fingerprint.ts'
import { type Handler, implement } from '../../platform/http/call.ts'
import { type ActDeps, actOnThread } from './actions/act-on-thread.ts'
import { downloadAttachment, type FetchAttachment } from './download-attachment.ts'
import { getMessage } from './get-message.ts'
import { type FindExecutions, getMessageJournal } from './get-message-journal.ts'
import { getThread } from './get-thread.ts'
import { listFolders } from './list-folders.ts'
import { listJournal } from './list-journal.ts'
import { listMessages } from './list-messages.ts'
import { listThreads } from './list-threads.ts'
import type { Sanitise } from './message-detail.ts'

export type MessageDeps = ActDeps & {
  sanitise: Sanitise
  /** Recognises a client token that is used for another action. */
  fingerprints: Fingerprints
  findExecutions: FindExecutions
  fetchAttachment: FetchAttachment
}

export const attachmentHandler =
  (fetchAttachment: FetchAttachment): Handler<typeof messages.downloadAttachment> =>
  async ({ db, caller, params, header }) => {
    const { bytes, headers } = await downloadAttachment(db, caller, params, fetchAttachment)
    for (const [name, value] of Object.entries(headers)) header(name, value)
    return bytes
  }

export const messageRoutes = (deps: MessageDeps) => [
  ...implement(messages, {
    list: ({ db, caller, query }) => listMessages(db, caller, query),
    get: ({ db, caller, params }) => getMessage(db, caller, params.id, deps.sanitise),
    downloadAttachment: attachmentHandler(deps.fetchAttachment),
    journal: ({ db, caller, params }) => getMessageJournal(db, caller, params.id, deps.findExecutions),
  }),
  ...implement(threads, {
    list: ({ db, caller, query }) => listThreads(db, caller, query),
    get: ({ db, caller, params }) => getThread(db, caller, params.id, deps.sanitise),
    act: async ({ caller, params, body, transaction }) =>
      actOnThread(await transaction(), caller, params.id, body, deps),
  }),
  ...implement(folders, { list: ({ db, caller, query }) => listFolders(db, caller, query.mailboxId) }),
  ...implement(journal, { list: ({ db, caller, query }) => listJournal(db, caller, query) }),
]
