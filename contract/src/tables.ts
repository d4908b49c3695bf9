import { adminAccess, ids, keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  integer,
  list,
  name,
  named,
  nullable,
  object,
  optional,
  string,
  text,
  withDefault,
} from './schema.ts'

const slug = text(1, 60, { pattern: '^[a-z][a-z0-9_-]*$' })
export const columnKey = text(1, 60, { pattern: '^[a-z][a-z0-9_]*$' })
export const columnOptions = list(name(1, 200), undefined, 100)

export const ColumnType = choice('text', 'number', 'boolean', 'date', 'datetime', 'select', 'email')

export const Column = named(
  'Column',
  object({
    key: columnKey,
    label: text(1, 120),
    type: ColumnType,
    isKey: boolean(),
    required: boolean(),
    options: columnOptions,
    width: nullable(integer(80, 800)),
    description: nullable(text(0, 400)),
  }),
)

export const Table = named(
  'Table',
  object({
    id: string(),
    slug,
    name: text(1, 120),
    description: nullable(string()),
    columns: list(Column),
    keyUnique: boolean(),
    rowCount: integer(0),
    createdAt: string(),
    updatedAt: string(),
  }),
)

export const TableLimits = named(
  'TableLimits',
  object({ maxTables: integer(1), maxColumns: integer(1), maxRows: integer(1), maxCellChars: integer(1) }),
)

export const NewColumn = object({
  key: optional(columnKey),
  label: name(1, 120),
  type: withDefault(ColumnType, 'text'),
  isKey: withDefault(boolean(), false),
  required: withDefault(boolean(), false),
  options: withDefault(columnOptions, []),
  description: optional(nullable(text(0, 400))),
})

export const TableReply = object({ table: Table })
const description = optional(nullable(text(0, 1000)))

export const tables = {
  list: route({
    method: 'GET',
    path: '/api/v1/tables',
    access: keyAccess('tables:read'),
    title: { en: 'List tables', fr: 'Lister les tables' },
    description: { en: 'Shared by the whole team.', fr: "Partagées par toute l'équipe." },
    status: 200,
    reply: object({ tables: list(Table) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/tables',
    access: adminAccess('tables:write'),
    title: { en: 'Create a table', fr: 'Créer une table' },
    description: {
      en: 'Without `slug`, a unique one is derived from the name. `keyUnique` rejects rows with a duplicate key.',
      fr: 'Sans `slug`, un slug unique est dérivé du nom. `keyUnique` refuse les lignes dont la clé existe déjà.',
    },
    idempotent: true,
    body: object({
      name: name(1, 120),
      slug: optional(slug),
      description,
      columns: optional(list(NewColumn)),
      keyUnique: withDefault(boolean(), true),
    }),
    status: 201,
    reply: TableReply,
    errors: ['auth.forbidden', 'tables.limit_reached', 'tables.duplicate_slug', 'tables.duplicate_column'],
  }),
  limits: route({
    method: 'GET',
    path: '/api/v1/tables/limits',
    access: keyAccess('tables:read'),
    title: { en: 'Read the table limits', fr: 'Lire les limites des tables' },
    description: {
      en: 'Exceeding one gives `tables.limit_reached`, with its name in `details.limit`.',
      fr: 'En dépasser une donne `tables.limit_reached`, avec son nom dans `details.limit`.',
    },
    status: 200,
    reply: object({ limits: TableLimits }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/tables/{id}',
    access: keyAccess('tables:read'),
    title: { en: 'Read a table', fr: 'Lire une table' },
    description: {
      en: 'The structure, without rows. `id` may also be the slug.',
      fr: 'La structure, sans les lignes. `id` peut aussi être le slug.',
    },
    params: ids('id'),
    status: 200,
    reply: TableReply,
    notFound: 'tables.not_found',
    idOrSlug: true,
  }),
  update: route({
    method: 'PATCH',
    path: '/api/v1/tables/{id}',
    access: adminAccess('tables:write'),
    title: { en: 'Change a table', fr: 'Modifier une table' },
    description: { en: 'Only the given fields change.', fr: 'Seuls les champs fournis changent.' },
    params: ids('id'),
    body: object({
      name: optional(name(1, 120)),
      slug: optional(slug),
      description,
      keyUnique: optional(boolean()),
    }),
    status: 200,
    reply: TableReply,
    notFound: 'tables.not_found',
    idOrSlug: true,
    errors: ['auth.forbidden', 'tables.duplicate_slug'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/tables/{id}',
    access: adminAccess('tables:write'),
    title: { en: 'Delete a table', fr: 'Supprimer une table' },
    description: {
      en: 'Deletes its rows too. Workflows that use the table are not stopped.',
      fr: 'Supprime aussi ses lignes. Les workflows qui utilisent la table ne sont pas arrêtés.',
    },
    params: ids('id'),
    status: 204,
    notFound: 'tables.not_found',
    idOrSlug: true,
    errors: ['auth.forbidden'],
  }),
}
