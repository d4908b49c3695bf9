import type { FolderRole as ImapRole, ListedFolder as Listing } from '../../../protocols/imap/types.ts'
import type { FolderRole, ListedFolder } from '../../messages/index.ts'
import { keyOf } from './folder-keys.ts'

// On Gmail a folder is a label, and a message with three labels is listed in three folders. Only All Mail, Spam and
// Trash together contain every message once: these are mirrored, and the labels are stored with the message.

const systemLabels: Partial<Record<ImapRole, string>> = {
  inbox: '\\Inbox',
  sent: '\\Sent',
  drafts: '\\Draft',
  important: '\\Important',
}
const aliases: Record<string, string> = { '\\drafts': '\\draft' }
/** Gmail's system labels are case-insensitive; the labels of users are not. */
const normaliseLabel = (label: string) => {
  if (!label.startsWith('\\')) return label
  const lowerCase = label.toLowerCase()
  return aliases[lowerCase] ?? lowerCase
}

const mirroredRoles: (ImapRole | null)[] = ['all', 'junk', 'trash']

/** The label that the server uses for this folder; null for a folder that contains messages itself. */
const labelOf = ({ role, path, selectable }: Listing): string | null =>
  !selectable || mirroredRoles.includes(role) ? null : ((role && systemLabels[role]) ?? path)

/** All Mail can be hidden from IMAP clients; then each folder is mirrored, as on other servers. */
export const hasLabels = (capabilities: { gmail: boolean }, listings: Listing[]) =>
  capabilities.gmail && listings.some(({ role, selectable }) => role === 'all' && selectable)

/** Adds the labels. Omits the `[Gmail]` container of the system folders and moves its children to the top level. */
export function withLabels(folders: ListedFolder[], listings: Listing[]): ListedFolder[] {
  const labels = new Map(listings.map((listing) => [listing.path, labelOf(listing)]))
  const root = listings.find(({ role }) => role === 'all')?.parent ?? undefined
  return folders
    .filter(({ path, selectable }) => selectable || path !== root)
    .map((folder) => ({
      ...folder,
      label: labels.get(folder.path) ?? null,
      ...(folder.parentPath === root ? { parentPath: null, depth: 0 } : {}),
    }))
}

export type LabelKeys = ReadonlyMap<string, string>
export const toLabelKeys = (rows: { label: string; key: string }[]): LabelKeys =>
  new Map(rows.map(({ label, key }) => [normaliseLabel(label), key]))

type Labelled = { labels: string[] | null }
const ownLabelsOf = (folder: { role: FolderRole | null }, { labels }: Labelled) =>
  folder.role === 'all' ? labels : null

/** The folder keys of a message's labels; undefined if the server has no labels. */
export function keysOfLabels(
  folder: { role: FolderRole | null },
  message: Labelled,
  known: LabelKeys,
): string[] | undefined {
  const keys = ownLabelsOf(folder, message)?.flatMap((label) => {
    // A label may be newer than the folder list; system labels without a folder are ignored.
    const key = known.get(normaliseLabel(label))
    return key ?? (label.startsWith('\\') ? [] : keyOf({ role: null, path: label }))
  })
  return keys && [...new Set(keys)].sort()
}

/** Gmail reports a star as a label, too. */
export const isStarred = ({ labels }: Labelled) =>
  labels?.some((label) => normaliseLabel(label) === '\\starred') ?? false
