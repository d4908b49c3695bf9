import { contacts } from '@mailwright/contract/contacts'
import { implement } from '../../platform/http/call.ts'
import { changeContact } from './change-contact.ts'
import { createContact } from './create-contact.ts'
import { listContacts } from './list-contacts.ts'
import { removeContact } from './remove-contact.ts'

export const contactRoutes = () =>
  implement(contacts, {
    list: ({ db, caller, query }) => listContacts(db, caller, query),
    create: async ({ caller, body, statement }) => createContact(await statement(), caller, body),
    update: async ({ caller, params, body, statement }) =>
      changeContact(await statement(), caller, params.id, body),
    remove: async ({ caller, params, statement }) => removeContact(await statement(), caller, params.id),
  })
