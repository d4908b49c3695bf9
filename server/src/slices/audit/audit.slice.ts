import type { Config } from '../../platform/config/read-config.ts'
import type { Slice } from '../../platform/slice.ts'
import { auditRoutes } from './audit.routes.ts'
import { purgeEntries } from './audit.store.ts'

export const createAudit = ({ config }: { config: Pick<Config, 'auditDays'> }): Slice => ({
  routes: auditRoutes(),
  retention: [
    {
      name: 'audit',
      schedule: '10 3 * * *',
      run: (db, batch) => purgeEntries(db, config.auditDays, batch),
    },
  ],
})
