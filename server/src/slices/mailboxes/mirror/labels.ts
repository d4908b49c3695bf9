import type { FolderRole as ImapRole, ListedFolder as Listing } from '../../../protocols/imap/types.ts'
import type { FolderRole, ListedFolder } from '../../messages/index.ts'
import { keyOf } from './folder-keys.ts'

// Gmail: a folder is a label, and a message that has three of them stands in each of the three. Only all mail, the
// spam and the trash hold every message once: these are mirrored, and the labels are kept with the message.

const systemLabels: Partial<Record<ImapRole, string>> = {
  inbox: '\\Inbox',
  sent: '\\Sent',
  drafts: '\\Draft',
  important: '\\Important',
}
const aliases: Record<string, string> = { '\\drafts': '\\draft' }
/** Gmail's own labels are written with any capitals; those of people are what they are. */
const normaliseLabel = (label: string) => {
  if (!label.startsWith('\\')) return label
  const small = label.toLowerCase()
  return aliases[small] ?? small
}

const mirrored: (ImapRole | null)[] = ['all', 'junk', 'trash']

/** How the server calls this folder as a label; null for those that hold the messages. */
const labelOf = ({ role, path, selectable }: Listing): string | null =>
  !selectable || mirrored.includes(role) ? null : ((role && systemLabels[role]) ?? path)

/** All mail can be hidden from mail programs: then each folder is mirrored, as everywhere else. */
export const hasLabels = (capabilities: { gmail: boolean }, listings: Listing[]) =>
  capabilities.gmail && listings.some(({ role, selectable }) => role === 'all' && selectable)

/** `[Gmail]` is there for what Gmail brings along: these stand at the top. */
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

/** The keys of the folders in which a message is by its labels; undefined where the server has none. */
export function keysOfLabels(
  folder: { role: FolderRole | null },
  message: Labelled,
  known: LabelKeys,
): string[] | undefined {
  const keys = ownLabelsOf(folder, message)?.flatMap((label) => {
    // A label may be newer than the list of folders; those of Gmail's own that are no folder mean nothing here.
    const key = known.get(normaliseLabel(label))
    return key ?? (label.startsWith('\\') ? [] : keyOf({ role: null, path: label }))
  })
  return keys && [...new Set(keys)].sort()
}

/** A star is a label and a flag. */
export const isStarred = ({ labels }: Labelled) =>
  labels?.some((label) => normaliseLabel(label) === '\\starred') ?? false
