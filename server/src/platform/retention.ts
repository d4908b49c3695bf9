import { purgeWindows } from './http/address-limits.store.ts'
import { purgeKeys } from './http/idempotency.store.ts'
import { failedJobsRetention, type Retention } from './jobs/retention.ts'

/** Retention of the platform's own tables. */
export const platformRetention: readonly Retention[] = [
  { name: 'idempotency', schedule: '25 * * * *', run: purgeKeys },
  { name: 'rate-windows', schedule: '35 * * * *', run: purgeWindows },
  failedJobsRetention,
]
