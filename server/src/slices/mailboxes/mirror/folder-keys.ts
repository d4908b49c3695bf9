import { createHash } from 'node:crypto'
import { newId } from '../../../platform/ids/ids.ts'
import type { FolderRole as ImapRole, ListedFolder as Listing } from '../../../protocols/imap/types.ts'
import type { FolderRole, ListedFolder, MirroredFolder } from '../../messages/index.ts'

const roles: Partial<Record<ImapRole, FolderRole>> = {
  inbox: 'inbox',
  sent: 'sent',
  drafts: 'drafts',
  trash: 'trash',
  archive: 'archive',
  all: 'all',
  junk: 'spam',
}
const roleOf = (role: ImapRole | null) => (role === null ? null : (roles[role] ?? null))

const maxKeyLength = 256

/** The role of a system folder, otherwise its path: the same folder in two mailboxes has the same key. */
export function keyOf({ role, path }: { role: FolderRole | null; path: string }): string {
  if (role) return role
  const key = `folder:${path}`
  if (key.length <= maxKeyLength) return key
  return `folder#${createHash('sha256').update(path).digest('hex')}`
}

const depthOf = ({ path, delimiter }: Listing) => (delimiter ? path.split(delimiter).length - 1 : 0)

/** A label has no messages of its own: they are mirrored from All Mail. */
export const isMirrored = ({ selectable, label }: Pick<MirroredFolder, 'selectable' | 'label'>) =>
  selectable && label === null

/** If two folders claim one role (a second "Sent"), the shorter path gets it and the other is a plain folder. */
export function toListed(listings: Listing[]): ListedFolder[] {
  const taken = new Set<FolderRole>()
  return listings
    .toSorted((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .map((listing) => {
      const claimed = roleOf(listing.role)
      const role = claimed && !taken.has(claimed) ? claimed : null
      if (role) taken.add(role)
      return {
        id: newId(),
        path: listing.path,
        key: keyOf({ role, path: listing.path }),
        role,
        name: listing.name,
        delimiter: listing.delimiter,
        parentPath: listing.parent,
        depth: depthOf(listing),
        selectable: listing.selectable,
        label: null,
      }
    })
}

const order: (FolderRole | null)[] = ['inbox', 'sent', 'drafts', 'all', 'archive', null, 'spam', 'trash']

/** Mirrors the folders first that people read first. */
export const byImportance = (a: { role: FolderRole | null }, b: { role: FolderRole | null }) =>
  order.indexOf(a.role) - order.indexOf(b.role)
