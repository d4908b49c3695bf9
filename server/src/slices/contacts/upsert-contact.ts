import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import { insertOrNameContact } from './contacts.store.ts'
import { normaliseAddress } from './normalise-address.ts'

type Person = { email: string; name?: string | null }

/** Adds a correspondent to the member's contacts. What the member entered is never overwritten. */
export async function upsertContact(db: Db, memberId: string, { email, name }: Person) {
  const plainName = name ? plainText(name, 200) : ''
  const contact = await insertOrNameContact(db, {
    id: newId(),
    memberId,
    email: normaliseAddress(email),
    name: plainName || null,
  })
  if (!contact) throw new Error('the insert returned no row')
  return contact
}
