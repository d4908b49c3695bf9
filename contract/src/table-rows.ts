import { pageSizes } from './page.ts'
import { ids, keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
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
  union,
  withDefault,
} from './schema.ts'
import { columnKey } from './tables.ts'

export const CellValue = nullable(union(string(), number(), boolean()))
const values = map(CellValue)

export const TableRow = openDetail(
  named('TableRow', object({ id: string(), values, createdAt: string(), updatedAt: string() })),
)

/** The `filter` query of the rows, decoded from its JSON. */
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

/** The rows that one call may insert, change and delete together. */
export const maxBulkRows = 500

const filterFields = {
  q: optional(string()),
  filter: optional(string()),
  match: withDefault(choice('all', 'any'), 'all'),
}
const pageFields = {
  dir: withDefault(choice('asc', 'desc'), 'asc'),
  ...filterFields,
  offset: withDefault(integer(0, 100000), 0),
  limit: withDefault(integer(1, pageSizes.tableRows.max), pageSizes.tableRows.default),
}
const RowsReply = object({ rows: list(TableRow), total: integer(), totalUnfiltered: integer() })
const RowReply = object({ row: TableRow })
const commonOptions = { notFound: 'tables.not_found', idOrSlug: true, openDetail: true } as const
const path = '/api/v1/tables/{id}/rows'

export const tableRows = {
  list: route({
    method: 'GET',
    path,
    access: keyAccess('tables:read'),
    ...commonOptions,
    title: { en: 'List rows', fr: 'Lister les lignes' },
    description: {
      en: 'Page n starts at `offset = (n - 1) × limit`; the last page is the one where `offset + rows.length >= total`. `total` counts the filtered rows, `totalUnfiltered` all rows.\n\n`q` matches rows whose text cells contain every word, ignoring case and accents. `sort` is a column key and `dir` the direction (`asc`, `desc`); empty cells come last. Without `sort`, rows are in order of creation. `filter` is a JSON array, encoded as a string, of up to 20 conditions `{column, op, value}`, where `op` is `eq`, `ne`, `lt`, `lte`, `gt`, `gte`, `contains`, `startsWith`, `empty` or `notEmpty` (the last two take no `value`). `contains` and `startsWith` apply to text, comparisons to every type but booleans. `match` requires `all` conditions or `any` of them.',
      fr: "La page n commence à `offset = (n - 1) × limit` ; la dernière est celle où `offset + rows.length >= total`. `total` compte les lignes filtrées, `totalUnfiltered` toutes les lignes.\n\n`q` retient les lignes dont les cellules de texte contiennent tous les mots, sans tenir compte de la casse ni des accents. `sort` est la clé d'une colonne et `dir` le sens (`asc`, `desc`) ; les cellules vides viennent en dernier. Sans `sort`, les lignes suivent l'ordre de création. `filter` est un tableau JSON, encodé en chaîne, de 20 conditions `{column, op, value}` au plus, où `op` vaut `eq`, `ne`, `lt`, `lte`, `gt`, `gte`, `contains`, `startsWith`, `empty` ou `notEmpty` (les deux derniers sans `value`). `contains` et `startsWith` s'appliquent au texte, les comparaisons à tous les types sauf les booléens. `match` exige toutes les conditions (`all`) ou l'une d'elles (`any`).",
    },
    params: ids('id'),
    query: object({
      sort: optional(string()),
      ...pageFields,
    }),
    status: 200,
    reply: RowsReply,
    errors: ['tables.page_out_of_range'],
  }),
  listAfter: route({
    method: 'GET',
    path: `${path}/{rowId}/following`,
    access: keyAccess('tables:read'),
    ...commonOptions,
    title: { en: 'List the rows after a row', fr: 'Lister les lignes qui suivent une ligne' },
    description: {
      en: 'As the list of rows in order of creation, or in the reverse of it with `dir` `desc`, but beginning after this row: `offset` counts from there, so that rows beyond the largest offset of the list can be read. The row itself may have been deleted. `total` counts all filtered rows.',
      fr: "Comme la liste des lignes dans l'ordre de création, ou dans l'ordre inverse avec `dir` `desc`, mais à partir de cette ligne : `offset` compte à partir de là, pour lire au-delà du plus grand `offset` de la liste. La ligne elle-même peut avoir été supprimée. `total` compte toutes les lignes filtrées.",
    },
    params: ids('id', 'rowId'),
    query: object(pageFields),
    status: 200,
    reply: RowsReply,
    errors: ['tables.page_out_of_range', 'tables.row_not_found'],
  }),
  insert: route({
    method: 'POST',
    path,
    access: keyAccess('tables:write'),
    ...commonOptions,
    title: { en: 'Insert a row', fr: 'Insérer une ligne' },
    description: {
      en: 'Values by column key; columns that are not given stay empty. A value may have the type of its column or be text that converts to it; empty text means an empty cell.',
      fr: 'Les valeurs par clé de colonne ; les colonnes omises restent vides. Une valeur a le type de sa colonne ou est un texte convertible ; un texte vide donne une cellule vide.',
    },
    idempotent: true,
    params: ids('id'),
    body: object({ values }),
    status: 201,
    reply: RowReply,
    errors: ['tables.limit_reached', 'tables.duplicate_row', 'tables.invalid_value'],
  }),
  upsert: route({
    method: 'PUT',
    path,
    access: keyAccess('tables:write'),
    ...commonOptions,
    title: { en: 'Upsert a row by key', fr: 'Insérer ou modifier une ligne selon sa clé' },
    description: {
      en: 'Updates the row whose key columns match the given values, or inserts it if there is none; `created` tells which.',
      fr: "Modifie la ligne dont les colonnes clés correspondent aux valeurs fournies, ou l'insère s'il n'y en a pas ; `created` indique lequel des deux.",
    },
    params: ids('id'),
    body: object({ values }),
    status: 200,
    reply: object({ row: TableRow, created: boolean() }),
    errors: ['tables.limit_reached', 'tables.no_key', 'tables.invalid_value'],
  }),
  bulk: route({
    method: 'POST',
    path: `${path}/bulk`,
    access: keyAccess('tables:write'),
    ...commonOptions,
    title: { en: 'Write several rows', fr: 'Écrire plusieurs lignes' },
    description: {
      en: 'Up to 500 rows in total: deletions first, then changes, then insertions, all or nothing. An unknown id fails a change and is ignored in a deletion.',
      fr: "500 lignes au plus au total : d'abord les suppressions, puis les modifications, puis les insertions, en tout ou rien. Un identifiant inconnu fait échouer une modification et est ignoré pour une suppression.",
    },
    idempotent: true,
    params: ids('id'),
    body: object({
      insert: withDefault(list(object({ values }), undefined, maxBulkRows), []),
      update: withDefault(list(object({ id: string(), values }), undefined, maxBulkRows), []),
      delete: withDefault(list(string(), undefined, maxBulkRows), []),
    }),
    status: 200,
    reply: object({ inserted: list(TableRow), updated: list(TableRow), deleted: integer(0) }),
    errors: [
      'tables.limit_reached',
      'tables.duplicate_row',
      'tables.invalid_value',
      'tables.row_not_found',
      'tables.too_many_rows',
    ],
  }),
  import: route({
    method: 'POST',
    path: '/api/v1/tables/{id}/import',
    access: keyAccess('tables:write'),
    ...commonOptions,
    title: { en: 'Import rows from CSV', fr: 'Importer des lignes en CSV' },
    description: {
      en: 'One file in the part `file`, up to 5 MB. The first line names the columns by key or label; the separator (comma, semicolon or tab) is detected. By default an invalid line rejects the whole file, and `details.issues` lists the errors; with `skipInvalid`, invalid lines are skipped and reported in `errors` (up to 100).',
      fr: 'Un fichier dans la partie `file`, 5 Mo au plus. La première ligne nomme les colonnes par clé ou libellé ; le séparateur (virgule, point-virgule ou tabulation) est détecté. Par défaut, une ligne non valide fait refuser tout le fichier et `details.issues` liste les erreurs ; avec `skipInvalid`, ces lignes sont ignorées et signalées dans `errors` (100 au plus).',
    },
    bodyType: 'multipart/form-data',
    params: ids('id'),
    query: object({ skipInvalid: withDefault(boolean(), false) }),
    body: object({ file: string({ format: 'binary' }) }),
    status: 200,
    reply: object({
      inserted: integer(0),
      skipped: integer(0),
      errors: list(object({ line: integer(1), column: nullable(string()), message: string() })),
    }),
    errors: ['tables.limit_reached', 'tables.duplicate_row', 'tables.invalid_value'],
  }),
  export: route({
    method: 'GET',
    path: '/api/v1/tables/{id}/export',
    access: keyAccess('tables:read'),
    ...commonOptions,
    title: { en: 'Export rows as CSV', fr: 'Exporter des lignes en CSV' },
    description: {
      en: 'In order of creation, with the column keys in the first line; `q`, `filter` and `match` work as in the list. Text that a spreadsheet would read as a formula is prefixed with an apostrophe, which the import removes.',
      fr: "Dans l'ordre de création, avec les clés des colonnes en première ligne ; `q`, `filter` et `match` fonctionnent comme dans la liste. Un texte qu'un tableur lirait comme une formule est précédé d'une apostrophe, que l'import retire.",
    },
    params: ids('id'),
    query: object(filterFields),
    status: 200,
    replyType: 'text/csv',
  }),
  get: route({
    method: 'GET',
    path: `${path}/{rowId}`,
    access: keyAccess('tables:read'),
    ...commonOptions,
    title: { en: 'Read a row', fr: 'Lire une ligne' },
    params: ids('id', 'rowId'),
    status: 200,
    reply: RowReply,
    errors: ['tables.row_not_found'],
  }),
  update: route({
    method: 'PATCH',
    path: `${path}/{rowId}`,
    access: keyAccess('tables:write'),
    ...commonOptions,
    title: { en: 'Change a row', fr: 'Modifier une ligne' },
    description: { en: 'Only the given values change.', fr: 'Seules les valeurs fournies changent.' },
    params: ids('id', 'rowId'),
    body: object({ values }),
    status: 200,
    reply: RowReply,
    errors: ['tables.row_not_found', 'tables.limit_reached', 'tables.duplicate_row', 'tables.invalid_value'],
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/{rowId}`,
    access: keyAccess('tables:write'),
    ...commonOptions,
    title: { en: 'Delete a row', fr: 'Supprimer une ligne' },
    params: ids('id', 'rowId'),
    status: 204,
    errors: ['tables.row_not_found'],
  }),
}
