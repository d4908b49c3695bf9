import { pageSizes } from './page.ts'
import { adminAccess, ids, keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  extend,
  integer,
  list,
  map,
  named,
  nullable,
  number,
  object,
  openDetail,
  optional,
  string,
  text,
  union,
  withDefault,
} from './schema.ts'

const slug = text(1, 60, { pattern: '^[a-z][a-z0-9_-]*$' })
const columnKey = text(1, 60, { pattern: '^[a-z][a-z0-9_]*$' })
const columnOptions = list(text(1, 200), undefined, 100)

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

export const CellValue = nullable(union(string(), number(), boolean()))

export const TableRow = openDetail(
  named(
    'TableRow',
    object({ id: string(), values: map(CellValue), createdAt: string(), updatedAt: string() }),
  ),
)

/** What `filter` of the rows holds, once decoded from its JSON. */
export const RowFilter = openDetail(
  list(
    object({
      column: columnKey,
      op: choice('eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains', 'startsWith', 'empty', 'notEmpty'),
      value: optional(CellValue),
    }),
    undefined,
    20,
  ),
)

const NewColumn = object({
  key: optional(columnKey),
  label: text(1, 120),
  type: withDefault(ColumnType, 'text'),
  isKey: withDefault(boolean(), false),
  required: withDefault(boolean(), false),
  options: withDefault(columnOptions, []),
  description: optional(nullable(text(0, 400))),
})

const TableReply = object({ table: Table })
const description = optional(nullable(text(0, 1000)))

export const tables = {
  list: route({
    method: 'GET',
    path: '/api/v1/tables',
    access: keyAccess('tables:read'),
    title: { en: 'List tables', fr: 'Lister les tables' },
    description: { en: 'Shared by the whole team.', fr: "Partagées par toute l'équipe." },
    planned: true,
    status: 200,
    reply: object({ tables: list(Table) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/v1/tables',
    access: adminAccess('tables:write'),
    title: { en: 'Create a table', fr: 'Créer une table' },
    description: {
      en: 'Without `slug`, one is derived from the name and made unique. `keyUnique` makes the key column refuse duplicate rows.',
      fr: 'Sans `slug`, il est tiré du nom et rendu unique. `keyUnique` fait refuser les lignes en double par la colonne clé.',
    },
    planned: true,
    idempotent: true,
    body: object({
      name: text(1, 120),
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
    title: { en: 'Read the ceilings of tables', fr: 'Lire les plafonds des tables' },
    description: {
      en: 'Reaching one is `tables.limit_reached`, and `details.limit` names it.',
      fr: 'En atteindre un donne `tables.limit_reached`, et `details.limit` le nomme.',
    },
    planned: true,
    status: 200,
    reply: object({ limits: TableLimits }),
  }),
  get: route({
    method: 'GET',
    path: '/api/v1/tables/{id}',
    access: keyAccess('tables:read'),
    title: { en: 'Read a table', fr: 'Lire une table' },
    description: {
      en: 'The structure, without the rows. `id` is an id or a slug.',
      fr: 'La structure, sans les lignes. `id` est un identifiant ou un slug.',
    },
    planned: true,
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
    description: { en: 'Only the given fields change.', fr: 'Seuls les champs donnés changent.' },
    planned: true,
    params: ids('id'),
    body: object({
      name: optional(text(1, 120)),
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
      en: 'Its rows are deleted with it. Workflows that rely on it are not stopped.',
      fr: "Ses lignes sont supprimées avec elle. Les workflows qui s'appuient sur elle ne sont pas arrêtés.",
    },
    planned: true,
    params: ids('id'),
    status: 204,
    notFound: 'tables.not_found',
    idOrSlug: true,
    errors: ['auth.forbidden'],
  }),
  addColumn: route({
    method: 'POST',
    path: '/api/v1/tables/{id}/columns',
    access: adminAccess('tables:write'),
    title: { en: 'Add a column', fr: 'Ajouter une colonne' },
    description: {
      en: 'Without `key`, it is derived from the label. `position` inserts at that rank; without it the column comes last. Existing rows get an empty cell.',
      fr: 'Sans `key`, elle est tirée du libellé. `position` insère à ce rang ; sans lui, la colonne vient en dernier. Les lignes existantes reçoivent une cellule vide.',
    },
    planned: true,
    openDetail: true,
    idempotent: true,
    params: ids('id'),
    body: extend(NewColumn, { position: optional(integer(0)) }),
    status: 200,
    reply: TableReply,
    notFound: 'tables.not_found',
    idOrSlug: true,
    errors: ['auth.forbidden', 'tables.limit_reached', 'tables.duplicate_column'],
  }),
  rows: route({
    method: 'GET',
    path: '/api/v1/tables/{id}/rows',
    access: keyAccess('tables:read'),
    title: { en: 'List rows', fr: 'Lister les lignes' },
    description: {
      en: 'Page n is at `offset = (n - 1) × limit`; the last one is reached when `offset + rows.length >= total`. `total` counts the filtered rows, `totalUnfiltered` all of them.\n\n`q` searches every text cell. `sort` is a column key and `dir` its direction (`asc`, `desc`); without `sort`, rows come in the order of creation. `filter` is a JSON array, encoded as a string, of at most 20 conditions `{column, op, value}`, where `op` is `eq`, `ne`, `lt`, `lte`, `gt`, `gte`, `contains`, `startsWith`, `empty` or `notEmpty` (the last two take no `value`). `match` keeps the rows that meet `all` of the conditions, or `any`.',
      fr: "La page n est à `offset = (n - 1) × limit` ; la dernière est atteinte quand `offset + rows.length >= total`. `total` compte les lignes filtrées, `totalUnfiltered` toutes les lignes.\n\n`q` cherche dans toutes les cellules de texte. `sort` est la clé d'une colonne et `dir` son sens (`asc`, `desc`) ; sans `sort`, les lignes viennent dans l'ordre de création. `filter` est un tableau JSON, encodé en chaîne, d'au plus 20 conditions `{column, op, value}`, où `op` vaut `eq`, `ne`, `lt`, `lte`, `gt`, `gte`, `contains`, `startsWith`, `empty` ou `notEmpty` (les deux derniers sans `value`). `match` garde les lignes qui remplissent toutes les conditions (`all`) ou l'une d'elles (`any`).",
    },
    planned: true,
    openDetail: true,
    params: ids('id'),
    query: object({
      sort: optional(string()),
      dir: withDefault(choice('asc', 'desc'), 'asc'),
      q: optional(string()),
      filter: optional(string()),
      match: withDefault(choice('all', 'any'), 'all'),
      offset: withDefault(integer(0, 100000), 0),
      limit: withDefault(integer(1, pageSizes.tableRows.max), pageSizes.tableRows.default),
    }),
    status: 200,
    reply: object({ rows: list(TableRow), total: integer(), totalUnfiltered: integer() }),
    notFound: 'tables.not_found',
    idOrSlug: true,
    errors: ['tables.page_out_of_range'],
  }),
}
