import type { DispatchPolicy, Settings } from '@mailwright/contract/account'
import type { IngestionScope } from '@mailwright/contract/ingestion-scope'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { MemberSelfRow } from './members.store.ts'

export type SettingsRow = Static<typeof Settings>
export type ScopeRow = Static<typeof IngestionScope>
export type DispatchMode = Static<typeof DispatchPolicy>['mode']
const self = sql`id, email, name, role, status`

type Preferences = {
  member: MemberSelfRow
  settings: SettingsRow
  scope: ScopeRow
  dispatchMode: DispatchMode
}

/** The member with their own preferences. */
export async function findPreferences(db: Db, memberId: string): Promise<Preferences | undefined> {
  const found = await db.row<MemberSelfRow & Omit<Preferences, 'member'>>(sql`
    select ${self}, settings, ingestion_scope as scope, dispatch_mode as "dispatchMode"
    from members where id = ${memberId}`)
  if (!found) return undefined
  const { settings, scope, dispatchMode, ...member } = found
  return { member, settings, scope, dispatchMode }
}

export const setName = (db: Db, memberId: string, name: string) =>
  db.row<MemberSelfRow>(sql`update members set name = ${name} where id = ${memberId} returning ${self}`)

/** Sets the given keys and keeps the others. */
export const mergeSettings = async (db: Db, memberId: string, changes: SettingsRow) =>
  (
    await db.row<{ settings: SettingsRow }>(sql`
      update members set settings = settings || ${JSON.stringify(changes)}::jsonb where id = ${memberId}
      returning settings`)
  )?.settings

export const setScope = (db: Db, memberId: string, scope: ScopeRow) =>
  db.run(sql`update members set ingestion_scope = ${JSON.stringify(scope)} where id = ${memberId}`)

export const setDispatchMode = (db: Db, memberId: string, mode: DispatchMode) =>
  db.run(sql`update members set dispatch_mode = ${mode} where id = ${memberId}`)
