import type { account } from '@mailwright/contract/account'
import type { Body } from '@mailwright/contract/route'
import type { Db } from '../../platform/db/database.ts'
import { mergeSettings } from '../members/index.ts'

export async function changeSettings(db: Db, memberId: string, changes: Body<typeof account.changeSettings>) {
  const settings = await mergeSettings(db, memberId, changes)
  // Members are never deleted, so an authenticated one exists.
  if (!settings) throw new Error('the member of this request is missing')
  return { settings }
}
