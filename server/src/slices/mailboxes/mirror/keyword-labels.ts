import type { OpenFolder } from '../../../protocols/imap/imap.ts'
import type { MirroredFolder } from '../../messages/index.ts'
import { ignoreRejection } from './keywords.ts'

// Where folders are labels (Gmail), a word on a message is a label of that name; the server makes those that it lacks.

/** Gmail's own, also those that it does not list: a word must not star a message, nor take it to the trash. */
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

/** What holds messages, or is called otherwise as a label than as a folder. They have names in every language. */
const isSystemFolder = ({ selectable, label }: Folder) =>
  selectable && (label === null || label.startsWith('\\'))
const namesOf = ({ path }: Folder) => [path, path.slice(path.lastIndexOf('/') + 1)]

/** Whether a word may be the name of a label. */
function isLabelName(word: string, folders: Folder[]): boolean {
  const name = word.trim().toLowerCase()
  if (name === '' || systemNames.has(name) || systemPrefix.test(name)) return false
  return !folders
    .filter(isSystemFolder)
    .some((folder) => namesOf(folder).some((own) => own.toLowerCase() === name))
}

/** Does to the server what was done here. Each word goes alone: one that is refused keeps no other away. */
export async function setKeywordLabels(
  remote: OpenFolder,
  uids: number[],
  { add, remove }: { add: string[]; remove: string[] },
  folders: Folder[],
): Promise<void> {
  if (remote.readOnly) return
  const names = (words: string[]) => words.filter((word) => isLabelName(word, folders))
  // A word that is in both is there in the end, as here.
  for (const name of names(remove)) await ignoreRejection(() => remote.setLabels(uids, [name], 'remove'))
  for (const name of names(add)) await ignoreRejection(() => remote.setLabels(uids, [name], 'add'))
}
