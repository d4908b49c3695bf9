import type { Database } from '../../platform/db/database.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { type FolderRole, type ImapAccount, type ImapSession, openImap } from '../../protocols/imap/imap.ts'

export type SessionDeps = {
  openAccount(db: Database, mailboxId: string): Promise<{ imap: ImapAccount }>
  outbound: Pick<Outbound, 'resolve'>
}

/** One IMAP session of a mailbox, for as long as it is used. */
export async function withSession<T>(
  { openAccount, outbound }: SessionDeps,
  db: Database,
  mailboxId: string,
  signal: AbortSignal,
  use: (session: ImapSession) => Promise<T>,
): Promise<T> {
  const { imap } = await openAccount(db, mailboxId)
  const session = await openImap(imap, { resolve: outbound.resolve })
  const end = () => void session.close()
  signal.addEventListener('abort', end, { once: true })
  try {
    return await use(session)
  } finally {
    signal.removeEventListener('abort', end)
    await session.close()
  }
}

export const findFolder = async (session: ImapSession, wanted: FolderRole) =>
  (await session.listFolders()).find(({ role, selectable }) => role === wanted && selectable)?.path

/** By a name that every program takes for what it is. */
export async function createFolder(session: ImapSession, name: 'Sent' | 'Drafts'): Promise<string> {
  const path = `${session.namespace?.prefix ?? ''}${name}`
  await session.createFolder(path)
  return path
}

export async function containsMessage(session: ImapSession, path: string, messageIdHeader: string): Promise<boolean> {
  const folder = await session.open(path, { readOnly: true })
  return (await folder.searchMessageId(messageIdHeader)).length > 0
}
