import { adminAccess, ids, route } from './route.ts'
import { boolean, extend, integer, name, nullable, object, optional, text } from './schema.ts'
import { ColumnType, columnKey, columnOptions, NewColumn, TableReply } from './tables.ts'

export const tableColumns = {
  add: route({
    method: 'POST',
    path: '/api/v1/tables/{id}/columns',
    access: adminAccess('tables:write'),
    title: { en: 'Add a column', fr: 'Ajouter une colonne' },
    description: {
      en: 'Without `key`, one is derived from the label. `position` is the index to insert at; the default is last. Existing rows get an empty cell.',
      fr: "Sans `key`, une clé est dérivée du libellé. `position` est le rang d'insertion ; par défaut, la colonne vient en dernier. Les lignes existantes reçoivent une cellule vide.",
    },
    openDetail: true,
    idempotent: true,
    params: ids('id'),
    body: extend(NewColumn, { position: optional(integer(0)) }),
    status: 200,
    reply: TableReply,
    notFound: 'tables.not_found',
    idOrSlug: true,
    errors: ['tables.limit_reached', 'tables.duplicate_column'],
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v1/tables/{id}/columns/{key}',
    access: adminAccess('tables:write'),
    title: { en: 'Change a column', fr: 'Modifier une colonne' },
    description: {
      en: 'Only the given fields change. When `type` changes, every cell must convert to the new type; otherwise nothing changes and `details.issues` lists rows that do not. Values no longer in `options`, and empty cells of a column that becomes required, stay until they are next written.',
      fr: "Seuls les champs fournis changent. Si `type` change, chaque cellule doit pouvoir être convertie ; sinon rien ne change et `details.issues` indique les lignes en cause. Les valeurs absentes de `options` et les cellules vides d'une colonne devenue obligatoire restent jusqu'à leur prochaine écriture.",
    },
    openDetail: true,
    params: ids('id', 'key'),
    body: object({
      key: optional(columnKey),
      label: optional(name(1, 120)),
      type: optional(ColumnType),
      isKey: optional(boolean()),
      required: optional(boolean()),
      options: optional(columnOptions),
      width: optional(nullable(integer(80, 800))),
      description: optional(nullable(text(0, 400))),
      position: optional(integer(0)),
    }),
    status: 200,
    reply: TableReply,
    notFound: 'tables.not_found',
    idOrSlug: true,
    errors: [
      'tables.column_not_found',
      'tables.duplicate_column',
      'tables.duplicate_row',
      'tables.invalid_value',
    ],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/tables/{id}/columns/{key}',
    access: adminAccess('tables:write'),
    title: { en: 'Remove a column', fr: 'Supprimer une colonne' },
    description: {
      en: 'Deletes its cells too. If the remaining key columns would no longer be unique, nothing changes (`tables.duplicate_row`).',
      fr: 'Supprime aussi ses cellules. Si les colonnes clés restantes ne sont plus uniques, rien ne change (`tables.duplicate_row`).',
    },
    openDetail: true,
    params: ids('id', 'key'),
    status: 204,
    notFound: 'tables.not_found',
    idOrSlug: true,
    errors: ['tables.column_not_found', 'tables.duplicate_row'],
  }),
}
