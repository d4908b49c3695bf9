import type { Database } from '../../platform/db/database.ts'
import { type FolderRole, ImapFault, type ImapSession } from '../../protocols/imap/imap.ts'
import { wakeOwner } from '../mailboxes/index.ts'
import { containsMessage, createFolder, type SessionDeps, withSession } from './mail-session.ts'
import type { DeliveryOutcome, NewDraft } from './ports.ts'

/** Where a draft can be after somebody deleted, archived or sent it. */
const otherFolders: FolderRole[] = ['all', 'sent', 'trash']

async function append(session: ImapSession, draft: NewDraft): Promise<void> {
  const folders = (await session.listFolders()).filter(({ selectable }) => selectable)
  const findPath = (role: FolderRole) => folders.find((folder) => folder.role === role)?.path
  const drafts = findPath('drafts')
  const searched = [drafts, ...(draft.mayBeThere ? otherFolders.map(findPath) : [])]
  for (const path of searched)
    if (path !== undefined && (await containsMessage(session, path, draft.messageIdHeader))) return
  const target = drafts ?? (await createFolder(session, 'Drafts'))
  await draft.beforeAppend()
  await session.append(target, draft.source, ['\\Draft', '\\Seen'])
}

/** Only an explicit rejection is permanent. After any other failure a retry first searches for the draft. */
function toFailure(error: unknown): DeliveryOutcome {
  if (error instanceof Error && error.name === 'AccountClosed')
    return { state: 'failed', transient: false, kind: 'mailbox_closed', message: error.message }
  if (!(error instanceof ImapFault)) throw error
  const { kind, remedy, message } = error
  const transient = !(remedy === 'permanent' && (kind === 'refused' || kind === 'protocol'))
  return { state: 'failed', transient, kind, message }
}

/** Appends a draft to the mailbox's Drafts folder on its server, unless it is already there. */
export async function appendDraft(
  deps: SessionDeps,
  db: Database,
  draft: NewDraft,
): Promise<DeliveryOutcome> {
  const { mailboxId, signal } = draft
  try {
    await withSession(deps, db, mailboxId, signal, (session) => append(session, draft))
  } catch (error) {
    return toFailure(error)
  }
  // IDLE does not watch Drafts; without this the mirror would see the draft only at its next poll, up to a minute later.
  await wakeOwner(db, mailboxId)
  return { state: 'sent', rejected: [] }
}
