import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { notify } from './notify.ts'

type Quota = { memberId: string; quota: 'uploads' | 'run_data'; maxBytes: number; link: string }

/** Tells a member, once a day, that a quota is reached. */
export const notifyQuotaReached = (db: Db, live: Live, { memberId, quota, maxBytes, link }: Quota) =>
  notify(db, live, {
    memberId,
    kind: 'quota.reached',
    severity: 'warning',
    params: { quota, maxBytes },
    link,
    dedupeKey: `quota ${quota} ${new Date().toISOString().slice(0, 10)}`,
  })
