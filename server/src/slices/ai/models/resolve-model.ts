import type { Db } from '../../../platform/db/database.ts'
import { findConnections } from '../connections/connections.store.ts'
import { findDefaults } from './defaults.store.ts'

export const readConfiguration = async (db: Db) => ({
  connections: await findConnections(db),
  defaults: await findDefaults(db),
})
