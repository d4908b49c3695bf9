import { number, object, text, union } from '@mailwright/contract/schema'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { table, tableFields } from './table-params.ts'

export const dataSeenBefore = defineNode({
  type: 'data.seen_before',
  version: 1,
  group: 'data',
  effect: 'table',
  title: { en: 'Seen before?', fr: 'Déjà vu ?' },
  description: {
    en: 'Records a key in a table and checks whether it was there already. Prevents handling the same thing twice.',
    fr: 'Enregistre une clé dans une table et vérifie si elle y était déjà. Évite de traiter deux fois la même chose.',
  },
  params: object({ table: table(), key: union(text(1, 1000), number()) }),
  fields: {
    table: tableFields.table,
    key: field('Key', 'Clé', {
      en: 'The value that must be unique, for example {{ steps.extract.data.invoiceNumber }}.',
      fr: 'La valeur qui doit être unique, par exemple {{ steps.extract.data.invoiceNumber }}.',
    }),
  },
  ports: { fixed: ['new', 'seen'] },
  uses: ['tables'],
  batchKey: () => null,
  scopes: ['tables:read', 'tables:write'],
  async run({ params, use }) {
    const seen = await use.tables.seenBefore(params.table, params.key)
    const description = `${JSON.stringify(params.key).slice(0, 80)} recorded in the table ${params.table}.`
    return {
      port: seen ? 'seen' : 'new',
      data: { seen, key: params.key },
      effects: seen ? [] : [{ kind: 'table.inserted', description }],
    }
  },
})
