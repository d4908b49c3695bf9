import { keyAccess, route } from './route.ts'
import { boolean, choice, integer, list, named, nullable, object, optional, string, text } from './schema.ts'

export const FolderRole = choice('inbox', 'starred', 'sent', 'drafts', 'archive', 'all', 'spam', 'trash')

export const Folder = named(
  'Folder',
  object({
    key: text(1, 256),
    role: nullable(FolderRole),
    label: nullable(string()),
    name: nullable(string()),
    parentKey: nullable(string()),
    color: nullable(string()),
    depth: integer(),
    unreadCount: integer(),
    totalCount: integer(),
  }),
)

export const folders = {
  list: route({
    method: 'GET',
    path: '/api/v1/folders',
    access: keyAccess('mailboxes:read'),
    title: { en: 'List folders', fr: 'Lister les dossiers' },
    description: {
      en: "Without `mailboxId`, the folders of all the member's mailboxes. System folders are always listed, even when empty; personal folders only if they exist.",
      fr: "Sans `mailboxId`, les dossiers de toutes les boîtes du membre. Les dossiers système sont toujours listés, même vides ; les dossiers personnels seulement s'ils existent.",
    },
    query: object({ mailboxId: optional(string()) }),
    status: 200,
    reply: object({ folders: list(Folder), capabilities: object({ permanentDelete: boolean() }) }),
  }),
}
