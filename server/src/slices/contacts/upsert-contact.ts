import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import { insertOrNameContact } from './contacts.store.ts'
import { tidyAddress } from './tidy-address.ts'

type Person = { email: string; name?: string | null }

/** Enters a correspondent in the member's address book. What the member wrote there is never overwritten. */
export async function upsertContact(db: Db, memberId: string, { email, name }: Person) {
  const shown = name ? plainText(name, 200) : ''
  const contact = await insertOrNameContact(db, {
    id: newId(),
    memberId,
    email: tidyAddress(email),
    name: shown || null,
  })
  if (!contact) throw new Error('the insert gave no row')
  return contact
}
