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
    en: 'Writes a key down in a table, and says whether it stood there already. Keeps things from being done twice.',
    fr: 'Note une clé dans une table, et dit si elle y était déjà. Évite de faire deux fois la même chose.',
  },
  params: object({ table: table(), key: union(text(1, 1000), number()) }),
  fields: {
    table: tableFields.table,
    key: field('Key', 'Clé', {
      en: 'What must not come twice, for example {{ steps.extract.data.invoiceNumber }}.',
      fr: 'Ce qui ne doit pas venir deux fois, par exemple {{ steps.extract.data.invoiceNumber }}.',
    }),
  },
  ports: { fixed: ['new', 'seen'] },
  uses: ['tables'],
  async run({ params, use }) {
    const seen = await use.tables.seenBefore(params.table, params.key)
    const description = `${JSON.stringify(params.key).slice(0, 80)} written down in the table ${params.table}.`
    return {
      port: seen ? 'seen' : 'new',
      data: { seen, key: params.key },
      effects: seen ? [] : [{ kind: 'table.inserted', description }],
    }
  },
})
