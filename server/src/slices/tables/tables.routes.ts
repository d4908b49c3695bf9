import { tableColumns } from '@mailwright/contract/table-columns'
import { tableRows } from '@mailwright/contract/table-rows'
import { tables } from '@mailwright/contract/tables'
import { fault } from '../../platform/errors/app-error.ts'
import { implement } from '../../platform/http/call.ts'
import { addColumn } from './add-column.ts'
import { changeColumn } from './change-column.ts'
import { changeTable } from './change-table.ts'
import { createTable } from './create-table.ts'
import { getRow, insertRow, removeRow, updateRow, upsertRow, writeRows } from './edit-rows.ts'
import { exportRows } from './export-rows.ts'
import { importRows } from './import-rows.ts'
import { listRows, listRowsAfter } from './list-rows.ts'
import type { TableDeps } from './ports.ts'
import { removeColumn } from './remove-column.ts'
import { removeTable } from './remove-table.ts'
import { describeTable } from './table.ts'
import { findTable, findTables } from './tables.store.ts'

export const tableRoutes = (deps: TableDeps) => [
  ...implement(tables, {
    list: async ({ db }) => ({ tables: (await findTables(db)).map(describeTable) }),
    create: async ({ caller, ip, body, transaction }) =>
      createTable(await transaction(), { caller, ip }, body, deps),
    limits: async () => ({ limits: deps.limits }),
    get: async ({ db, params }) => {
      const table = await findTable(db, params.id)
      if (!table) throw fault('tables.not_found')
      return { table: describeTable(table) }
    },
    update: async ({ params, body, transaction }) => changeTable(await transaction(), params.id, body, deps),
    remove: async ({ caller, ip, params, transaction }) =>
      removeTable(await transaction(), { caller, ip }, params.id, deps),
  }),
  ...implement(tableColumns, {
    add: async ({ params, body, transaction }) => addColumn(await transaction(), params.id, body, deps),
    change: async ({ params, body, transaction }) =>
      changeColumn(await transaction(), params.id, params.key, body, deps),
    remove: async ({ params, transaction }) => removeColumn(await transaction(), params.id, params.key, deps),
  }),
  ...implement(tableRows, {
    list: ({ db, params, query }) => listRows(db, params.id, query),
    listAfter: ({ db, params, query }) => listRowsAfter(db, params, query),
    insert: async ({ params, body, transaction }) =>
      insertRow(await transaction(), params.id, body.values, deps),
    upsert: async ({ params, body, transaction }) =>
      upsertRow(await transaction(), params.id, body.values, deps),
    bulk: async ({ params, body, transaction }) => writeRows(await transaction(), params.id, body, deps),
    import: async ({ params, query, body, transaction }) => {
      const { skipInvalid } = query
      return importRows(await transaction(), params.id, { content: body.file.content, skipInvalid }, deps)
    },
    export: async ({ db, params, query, header }) => {
      const { stream, headers } = await exportRows(db, params.id, query)
      for (const [name, value] of Object.entries(headers)) header(name, value)
      return stream
    },
    get: ({ db, params }) => db.transaction((held) => getRow(held, params)),
    update: async ({ params, body, transaction }) =>
      updateRow(await transaction(), params, body.values, deps),
    remove: async ({ params, transaction }) => removeRow(await transaction(), params, deps),
  }),
]
