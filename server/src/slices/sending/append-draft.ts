import type { Database } from '../../platform/db/database.ts'
import { type FolderRole, ImapFault, type ImapSession } from '../../protocols/imap/imap.ts'
import { wakeOwner } from '../mailboxes/index.ts'
import { containsMessage, createFolder, type SessionDeps, withSession } from './mail-session.ts'
import type { DeliveryOutcome, NewDraft } from './ports.ts'

/** Where a draft can be that somebody has thrown away, or sent, since it was put into Drafts. */
const otherFolders: FolderRole[] = ['all', 'sent', 'trash']

async function append(session: ImapSession, draft: NewDraft): Promise<void> {
  const folders = (await session.listFolders()).filter(({ selectable }) => selectable)
  const pathOf = (wanted: FolderRole) => folders.find(({ role }) => role === wanted)?.path
  const drafts = pathOf('drafts')
  const searched = [drafts, ...(draft.mayBeThere ? otherFolders.map(pathOf) : [])]
  for (const path of searched)
    if (path !== undefined && (await containsMessage(session, path, draft.messageIdHeader))) return
  const target = drafts ?? (await createFolder(session, 'Drafts'))
  await draft.beforeAppend()
  await session.append(target, draft.source, ['\\Draft', '\\Seen'])
}

/** A plain no stays one. All else may be over the next time, when what the server has by then is found. */
function toFailure(error: unknown): DeliveryOutcome {
  if (error instanceof Error && error.name === 'AccountClosed')
    return { state: 'failed', transient: false, kind: 'mailbox_closed', message: error.message }
  if (!(error instanceof ImapFault)) throw error
  const { kind, remedy, message } = error
  const transient = !(remedy === 'permanent' && (kind === 'refused' || kind === 'protocol'))
  return { state: 'failed', transient, kind, message }
}

/** Puts a draft into the Drafts of a mailbox on its server, unless it is there. */
export async function appendDraft(deps: SessionDeps, db: Database, draft: NewDraft): Promise<DeliveryOutcome> {
  const { mailboxId, signal } = draft
  try {
    await withSession(deps, db, mailboxId, signal, (session) => append(session, draft))
  } catch (error) {
    return toFailure(error)
  }
  // Drafts is not watched: whoever mirrors it would else look at the next minute.
  await wakeOwner(db, mailboxId)
  return { state: 'sent', rejected: [] }
}
