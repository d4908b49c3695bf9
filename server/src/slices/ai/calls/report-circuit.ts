import type { Db } from '../../../platform/db/database.ts'
import type { Live } from '../../../platform/live/live.ts'
import { findAdministratorIds } from '../../incidents/index.ts'
import { notify } from '../../notifications/index.ts'
import type { ConnectionRow } from '../connections/connections.store.ts'
import { findConnection } from '../connections/connections.store.ts'
import { recordFailure } from './gate.store.ts'

type Deps = { db: Db; live: Live }
const link = '/admin/ai'

/** Counts a failure of the provider; administrators are told when it opens the circuit. */
export async function reportFailure(
  { db, live }: Deps,
  { id, label }: Pick<ConnectionRow, 'id' | 'label'>,
  reason: string,
) {
  const openedAt = await recordFailure(db, id, reason)
  if (openedAt === null) return
  for (const { id: memberId } of await findAdministratorIds(db))
    await notify(db, live, {
      memberId,
      kind: 'ai.provider_down',
      severity: 'error',
      params: { connectionId: id, label, errorSummary: reason },
      link,
      dedupeKey: `ai down ${id} ${openedAt}`,
    })
}

/** Administrators learn that the provider works again. */
export async function reportClosed({ db, live }: Deps, connectionId: string) {
  const connection = await findConnection(db, connectionId)
  if (!connection) return
  for (const { id: memberId } of await findAdministratorIds(db))
    await notify(db, live, {
      memberId,
      kind: 'ai.provider_recovered',
      severity: 'info',
      params: { connectionId, label: connection.label },
      link,
    })
}
