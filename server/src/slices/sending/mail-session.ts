import type { Database } from '../../platform/db/database.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { type FolderRole, type ImapAccount, type ImapSession, openImap } from '../../protocols/imap/imap.ts'

export type SessionDeps = {
  openAccount(db: Database, mailboxId: string): Promise<{ imap: ImapAccount }>
  outbound: Pick<Outbound, 'resolve'>
}

/** Opens an IMAP session of a mailbox for the duration of `use`. */
export async function withSession<T>(
  { openAccount, outbound }: SessionDeps,
  db: Database,
  mailboxId: string,
  signal: AbortSignal,
  use: (session: ImapSession) => Promise<T>,
): Promise<T> {
  const { imap } = await openAccount(db, mailboxId)
  const session = await openImap(imap, { resolve: outbound.resolve })
  const close = () => void session.close()
  signal.addEventListener('abort', close, { once: true })
  try {
    return await use(session)
  } finally {
    signal.removeEventListener('abort', close)
    await session.close()
  }
}

export const findFolder = async (session: ImapSession, role: FolderRole) =>
  (await session.listFolders()).find((folder) => folder.role === role && folder.selectable)?.path

/** Creates the folder under the name that mail clients recognise. */
export async function createFolder(session: ImapSession, name: 'Sent' | 'Drafts'): Promise<string> {
  const path = `${session.namespace?.prefix ?? ''}${name}`
  await session.createFolder(path)
  return path
}

export async function containsMessage(
  session: ImapSession,
  path: string,
  messageIdHeader: string,
): Promise<boolean> {
  const folder = await session.open(path, { readOnly: true })
  return (await folder.searchMessageId(messageIdHeader)).length > 0
}
