import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { Live } from '../../platform/live/live.ts'
import { markAcknowledged } from './incidents.store.ts'

export async function acknowledgeIncident(db: Db, live: Live, { memberId }: Caller, id: string) {
  const acknowledged = await markAcknowledged(db, memberId, id)
  if (!acknowledged) throw fault('incident.not_found')
  live.publish(db, { memberId, type: 'incident.acknowledged', data: acknowledged })
  return { acknowledgedAt: acknowledged.acknowledgedAt }
}
