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

/** How many rows one call may insert, change and delete in all. */
export const maxRowsOfBulk = 500

const which = {
  q: optional(string()),
  filter: optional(string()),
  match: withDefault(choice('all', 'any'), 'all'),
}
const RowReply = object({ row: TableRow })
const ofTable = { notFound: 'tables.not_found', idOrSlug: true, openDetail: true } as const
const path = '/api/v1/tables/{id}/rows'

export const tableRows = {
  list: route({
    method: 'GET',
    path,
    access: keyAccess('tables:read'),
    ...ofTable,
    title: { en: 'List rows', fr: 'Lister les lignes' },
    description: {
      en: 'Page n is at `offset = (n - 1) × limit`; the last one is reached when `offset + rows.length >= total`. `total` counts the filtered rows, `totalUnfiltered` all of them.\n\n`q` keeps the rows in whose text cells every word of it occurs, without regard to case and accents. `sort` is a column key and `dir` its direction (`asc`, `desc`); empty cells come last; without `sort`, rows come in the order of creation. `filter` is a JSON array, encoded as a string, of at most 20 conditions `{column, op, value}`, where `op` is `eq`, `ne`, `lt`, `lte`, `gt`, `gte`, `contains`, `startsWith`, `empty` or `notEmpty` (the last two take no `value`). `contains` and `startsWith` are for text, the comparisons for all but booleans. `match` keeps the rows that meet `all` of the conditions, or `any`.',
      fr: "La page n est à `offset = (n - 1) × limit` ; la dernière est atteinte quand `offset + rows.length >= total`. `total` compte les lignes filtrées, `totalUnfiltered` toutes les lignes.\n\n`q` garde les lignes dont les cellules de texte contiennent chacun de ses mots, sans égard à la casse ni aux accents. `sort` est la clé d'une colonne et `dir` son sens (`asc`, `desc`) ; les cellules vides viennent en dernier ; sans `sort`, les lignes viennent dans l'ordre de création. `filter` est un tableau JSON, encodé en chaîne, d'au plus 20 conditions `{column, op, value}`, où `op` vaut `eq`, `ne`, `lt`, `lte`, `gt`, `gte`, `contains`, `startsWith`, `empty` ou `notEmpty` (les deux derniers sans `value`). `contains` et `startsWith` valent pour le texte, les comparaisons pour tout sauf les booléens. `match` garde les lignes qui remplissent toutes les conditions (`all`) ou l'une d'elles (`any`).",
    },
    params: ids('id'),
    query: object({
      sort: optional(string()),
      dir: withDefault(choice('asc', 'desc'), 'asc'),
      ...which,
      offset: withDefault(integer(0, 100000), 0),
      limit: withDefault(integer(1, pageSizes.tableRows.max), pageSizes.tableRows.default),
    }),
    status: 200,
    reply: object({ rows: list(TableRow), total: integer(), totalUnfiltered: integer() }),
    errors: ['tables.page_out_of_range'],
  }),
  insert: route({
    method: 'POST',
    path,
    access: keyAccess('tables:write'),
    ...ofTable,
    title: { en: 'Insert a row', fr: 'Insérer une ligne' },
    description: {
      en: 'Values by column key; a column that is not named stays empty. A value may come in the type of its column or as text that can be read as such; an empty text is an empty cell.',
      fr: "Les valeurs par clé de colonne ; une colonne qui n'est pas nommée reste vide. Une valeur vient dans le type de sa colonne ou en texte lisible comme tel ; un texte vide est une cellule vide.",
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
    ...ofTable,
    title: { en: 'Insert or change a row by its key', fr: 'Insérer ou modifier une ligne par sa clé' },
    description: {
      en: 'The row whose key columns hold the given values changes in the other given values; when there is none it is inserted. `created` says which.',
      fr: "La ligne dont les colonnes clés ont les valeurs données prend les autres valeurs données ; s'il n'y en a pas, elle est insérée. `created` dit lequel des deux.",
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
    ...ofTable,
    title: { en: 'Write many rows', fr: 'Écrire plusieurs lignes' },
    description: {
      en: 'At most 500 rows in all; deleted first, then changed, then inserted. All of it happens, or nothing. Ids that name no row: a change is refused, a deletion passes over them.',
      fr: "Au plus 500 lignes en tout ; d'abord supprimées, puis modifiées, puis insérées. Tout se fait, ou rien. Identifiants inconnus : une modification est refusée, une suppression les ignore.",
    },
    idempotent: true,
    params: ids('id'),
    body: object({
      insert: withDefault(list(object({ values }), undefined, maxRowsOfBulk), []),
      update: withDefault(list(object({ id: string(), values }), undefined, maxRowsOfBulk), []),
      delete: withDefault(list(string(), undefined, maxRowsOfBulk), []),
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
    ...ofTable,
    title: { en: 'Import rows from CSV', fr: 'Importer des lignes en CSV' },
    description: {
      en: 'One file in the part `file`, 5 MB at most. The first line names columns by key or label; commas, semicolons and tabs are told apart. Unless `skipInvalid` is set, one line that does not fit refuses the file, and `details.issues` says which; else such lines are left out and told of in `errors` (100 at most).',
      fr: 'Un fichier dans la partie `file`, 5 Mo au plus. La première ligne nomme les colonnes par clé ou libellé ; virgules, points-virgules et tabulations sont reconnus. Sans `skipInvalid`, une ligne qui ne convient pas fait refuser le fichier, et `details.issues` dit laquelle ; avec lui, ces lignes sont laissées de côté et dites dans `errors` (100 au plus).',
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
    ...ofTable,
    title: { en: 'Export rows as CSV', fr: 'Exporter des lignes en CSV' },
    description: {
      en: 'In the order of creation, with the column keys in the first line; `q`, `filter` and `match` as in the list. A text that a spreadsheet would take for a formula gets an apostrophe in front, which the import takes away again.',
      fr: "Dans l'ordre de création, avec les clés des colonnes en première ligne ; `q`, `filter` et `match` comme dans la liste. Un texte qu'un tableur prendrait pour une formule est précédé d'une apostrophe, que l'import retire.",
    },
    params: ids('id'),
    query: object(which),
    status: 200,
    replyType: 'text/csv',
  }),
  get: route({
    method: 'GET',
    path: `${path}/{rowId}`,
    access: keyAccess('tables:read'),
    ...ofTable,
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
    ...ofTable,
    title: { en: 'Change a row', fr: 'Modifier une ligne' },
    description: { en: 'Only the given values change.', fr: 'Seules les valeurs données changent.' },
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
    ...ofTable,
    title: { en: 'Delete a row', fr: 'Supprimer une ligne' },
    params: ids('id', 'rowId'),
    status: 204,
    errors: ['tables.row_not_found'],
  }),
}
