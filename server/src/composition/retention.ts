import type { Config } from '../platform/config/read-config.ts'
import { purgeWindows } from '../platform/http/address-limits.store.ts'
import { purgeKeys } from '../platform/http/idempotency.store.ts'
import type { CronItem } from '../platform/jobs/define-job.ts'
import { defineRetention, failedJobsRetention } from '../platform/jobs/retention.ts'
import { purgeEntries } from '../slices/audit/index.ts'
import { purgeSessions } from '../slices/auth/index.ts'
import { purgeExecutions } from '../slices/executions/index.ts'
import { purgeResyncs, purgeSignIns } from '../slices/mailboxes/index.ts'
import { purgeNotifications } from '../slices/notifications/index.ts'
import { purgeSources, purgeUploads } from '../slices/sending/index.ts'

/** Everything that is kept for a time only. */
export const retentions = (config: Config): CronItem[] => [
  defineRetention({
    name: 'audit',
    schedule: '10 3 * * *',
    run: (db, batch) => purgeEntries(db, config.auditDays, batch),
  }),
  defineRetention({
    name: 'notifications',
    schedule: '15 3 * * *',
    run: (db, batch) => purgeNotifications(db, config.notificationDays, batch),
  }),
  defineRetention({
    name: 'executions',
    schedule: '20 3 * * *',
    run: (db, batch) => purgeExecutions(db, config.executionDays, batch),
  }),
  defineRetention({ name: 'sessions', schedule: '20 * * * *', run: purgeSessions }),
  defineRetention({ name: 'idempotency', schedule: '25 * * * *', run: purgeKeys }),
  defineRetention({ name: 'rate-windows', schedule: '35 * * * *', run: purgeWindows }),
  defineRetention({ name: 'oauth-states', schedule: '45 * * * *', run: purgeSignIns }),
  defineRetention({ name: 'resyncs', schedule: '40 3 * * *', run: purgeResyncs }),
  defineRetention({ name: 'uploads', schedule: '45 * * * *', run: purgeUploads }),
  defineRetention({ name: 'sent-sources', schedule: '50 3 * * *', run: purgeSources }),
  failedJobsRetention,
]
