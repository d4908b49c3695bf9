import type { DispatchPolicy } from '@mailwright/contract/account'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import { setDispatchMode } from '../members/index.ts'

export async function replaceDispatchPolicy(db: Db, memberId: string, policy: Static<typeof DispatchPolicy>) {
  if ((await setDispatchMode(db, memberId, policy.mode)) === 0) throw fault('governance.not_found')
  return { policy: { mode: policy.mode } }
}
