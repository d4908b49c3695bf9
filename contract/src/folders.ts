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
      en: "Without `mailboxId`, the folders of all the member's mailboxes together. System folders are always there, even empty; personal ones when they exist.",
      fr: 'Sans `mailboxId`, les dossiers de toutes les boîtes du membre réunis. Les dossiers système sont toujours là, même vides ; les dossiers personnels quand ils existent.',
    },
    query: object({ mailboxId: optional(string()) }),
    status: 200,
    reply: object({ folders: list(Folder), capabilities: object({ permanentDelete: boolean() }) }),
  }),
}
