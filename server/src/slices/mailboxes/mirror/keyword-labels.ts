import type { OpenFolder } from '../../../protocols/imap/imap.ts'
import type { MirroredFolder } from '../../messages/index.ts'
import { ignoreRejection } from './keywords.ts'

// On Gmail a keyword of a message is a label of that name; the server creates missing labels.

/** Gmail's system labels, including unlisted ones: a keyword must not star a message or move it to the trash. */
const systemNames = new Set([
  'all mail',
  'bin',
  'chat',
  'chats',
  'draft',
  'drafts',
  'important',
  'inbox',
  'junk',
  'muted',
  'scheduled',
  'sent',
  'sent mail',
  'snoozed',
  'spam',
  'starred',
  'trash',
  'unread',
])
const systemPrefix = /^(?:\\|\[(?:gmail|google mail|imap)\](?:\/|$))/

type Folder = Pick<MirroredFolder, 'path' | 'selectable' | 'label'>

/** A folder that contains messages, or whose label differs from its path. Their paths are localised. */
const isSystemFolder = ({ selectable, label }: Folder) =>
  selectable && (label === null || label.startsWith('\\'))
const namesOf = ({ path }: Folder) => [path, path.slice(path.lastIndexOf('/') + 1)]

/** Whether a keyword is usable as the name of a label. */
function isLabelName(keyword: string, folders: Folder[]): boolean {
  const name = keyword.trim().toLowerCase()
  if (name === '' || systemNames.has(name) || systemPrefix.test(name)) return false
  return !folders
    .filter(isSystemFolder)
    .some((folder) => namesOf(folder).some((systemName) => systemName.toLowerCase() === name))
}

/** Applies keyword changes to the server, one command per keyword: a rejected one does not block the others. */
export async function setKeywordLabels(
  remote: OpenFolder,
  uids: number[],
  { add, remove }: { add: string[]; remove: string[] },
  folders: Folder[],
): Promise<void> {
  if (remote.readOnly) return
  const names = (keywords: string[]) => keywords.filter((keyword) => isLabelName(keyword, folders))
  // Remove first: a keyword in both lists ends up set, as in the mirror.
  for (const name of names(remove)) await ignoreRejection(() => remote.setLabels(uids, [name], 'remove'))
  for (const name of names(add)) await ignoreRejection(() => remote.setLabels(uids, [name], 'add'))
}
