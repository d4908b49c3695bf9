import type { notifications } from '@mailwright/contract/notifications'
import type { Body } from '@mailwright/contract/route'
import type { Db } from '../../platform/db/database.ts'
import { nextDigestAt } from './next-digest.ts'
import { findPreferences, type PreferencesRow, upsertPreferences } from './preferences.store.ts'

const byDefault: PreferencesRow = { muted: [], hour: 8, timeZone: 'UTC', nextAt: null }

const shown = ({ muted, hour, timeZone, nextAt }: PreferencesRow) => ({
  muted,
  digest: { enabled: nextAt !== null, hour, timeZone },
})

export const readPreferences = async (db: Db, memberId: string) =>
  shown((await findPreferences(db, memberId)) ?? byDefault)

export async function replacePreferences(
  db: Db,
  memberId: string,
  { muted, digest }: Body<typeof notifications.replacePreferences>,
) {
  const { enabled, hour, timeZone = byDefault.timeZone } = digest
  const nextAt = enabled ? nextDigestAt(hour, timeZone, Date.now()) : null
  const stored = await upsertPreferences(db, memberId, {
    muted: [...new Set(muted)],
    hour,
    timeZone,
    nextAt,
  })
  if (!stored) throw new Error('the preferences were not stored')
  return shown(stored)
}
