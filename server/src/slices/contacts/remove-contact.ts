import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { deleteContact } from './contacts.store.ts'

export async function removeContact(db: Db, { memberId }: Caller, id: string) {
  if ((await deleteContact(db, memberId, id)) === 0) throw fault('contacts.not_found')
}
