import { adminAccess, ids, route } from './route.ts'
import { boolean, extend, integer, nullable, object, optional, text } from './schema.ts'
import { ColumnType, columnKey, columnOptions, NewColumn, TableReply } from './tables.ts'

export const tableColumns = {
  add: route({
    method: 'POST',
    path: '/api/v1/tables/{id}/columns',
    access: adminAccess('tables:write'),
    title: { en: 'Add a column', fr: 'Ajouter une colonne' },
    description: {
      en: 'Without `key`, it is derived from the label. `position` inserts at that rank; without it the column comes last. Existing rows get an empty cell.',
      fr: 'Sans `key`, elle est tirée du libellé. `position` insère à ce rang ; sans lui, la colonne vient en dernier. Les lignes existantes reçoivent une cellule vide.',
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
      en: 'Only the given fields change. With another `type`, every cell must be readable as one of it; else nothing changes and `details.issues` names rows that are not. Values that no longer stand in `options`, and empty cells of a column that is now required, stay until they are written again.',
      fr: "Seuls les champs donnés changent. Avec un autre `type`, chaque cellule doit pouvoir se lire ainsi ; sinon rien ne change et `details.issues` nomme des lignes fautives. Les valeurs qui ne sont plus dans `options` et les cellules vides d'une colonne devenue obligatoire restent jusqu'à leur prochaine écriture.",
    },
    openDetail: true,
    params: ids('id', 'key'),
    body: object({
      key: optional(columnKey),
      label: optional(text(1, 120)),
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
      en: 'Its cells are deleted with it. When what is left of the key is no longer unique, nothing changes (`tables.duplicate_row`).',
      fr: "Ses cellules sont supprimées avec elle. Si ce qui reste de la clé n'est plus unique, rien ne change (`tables.duplicate_row`).",
    },
    openDetail: true,
    params: ids('id', 'key'),
    status: 204,
    notFound: 'tables.not_found',
    idOrSlug: true,
    errors: ['tables.column_not_found', 'tables.duplicate_row'],
  }),
}
