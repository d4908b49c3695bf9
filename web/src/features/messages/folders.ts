import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'
import { useWords } from '../../lib/words/words.ts'
import type { IconName } from '../../ui/icon.tsx'
import { messageWords } from './messages.words.ts'

/** The folders that every mailbox has. */
export const systemFolders = [
  { key: 'inbox', icon: 'inbox' },
  { key: 'starred', icon: 'star' },
  { key: 'drafts', icon: 'draft' },
  { key: 'sent', icon: 'sent' },
  { key: 'archive', icon: 'archive' },
  { key: 'all', icon: 'mail' },
  { key: 'spam', icon: 'junk' },
  { key: 'trash', icon: 'bin' },
] as const satisfies readonly { key: string; icon: IconName }[]

export type SystemFolder = (typeof systemFolders)[number]['key']

export const useFolderNames = (): Record<SystemFolder, string> => useWords(messageWords).folders

export const foldersQuery = (mailboxId: string | undefined) =>
  read(client.folders.list, { query: mailboxId ? { mailboxId } : {} })

export type Folder = Awaited<ReturnType<typeof client.folders.list>>['folders'][number]

/** The name of a folder: ours for system folders, its own for others. */
export function useFolderName(key: string, mailboxId: string | undefined): string {
  const names = useFolderNames()
  const { data } = useQuery(foldersQuery(mailboxId))
  if (key in names) return names[key as SystemFolder]
  const folder = data?.folders.find((one) => one.key === key)
  return folder?.name ?? folder?.label ?? key
}
