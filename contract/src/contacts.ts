import { nextCursor, pageQuery, pageSizes } from './page.ts'
import { ids, keyAccess, route } from './route.ts'
import {
  dateTime,
  email,
  list,
  name,
  named,
  nullable,
  object,
  openDetail,
  optional,
  string,
  text,
  uuid,
} from './schema.ts'

/** An entry of a member's address book. The specification covers the list only; the rest is an open detail. */
export const Contact = openDetail(
  named(
    'Contact',
    object({
      id: uuid(),
      email: string(),
      name: nullable(string()),
      notes: nullable(string()),
      signatureId: nullable(uuid()),
      createdAt: dateTime(),
      updatedAt: dateTime(),
    }),
  ),
)

const fields = {
  name: optional(nullable(name(1, 200))),
  notes: optional(nullable(text(0, 2000))),
  signatureId: optional(nullable(uuid())),
}
const ContactReply = object({ contact: Contact })
const base = '/api/v1/contacts'

export const contacts = {
  list: route({
    method: 'GET',
    path: base,
    access: keyAccess('contacts:read'),
    title: { en: 'List contacts', fr: 'Lister les contacts' },
    description: {
      en: 'Newest first. `q` searches names and addresses.',
      fr: "Les plus récents d'abord. `q` cherche dans les noms et les adresses.",
    },
    openDetail: true,
    query: pageQuery(pageSizes.standard, { q: optional(text(0, 200)) }),
    status: 200,
    reply: object({ contacts: list(Contact), nextCursor }),
  }),
  create: route({
    method: 'POST',
    path: base,
    access: keyAccess('contacts:write'),
    title: { en: 'Create a contact', fr: 'Créer un contact' },
    openDetail: true,
    idempotent: true,
    body: object({ email: email(), ...fields }),
    status: 201,
    reply: ContactReply,
    errors: ['contacts.duplicate_address', 'contacts.not_found'],
  }),
  update: route({
    method: 'PATCH',
    path: `${base}/{id}`,
    access: keyAccess('contacts:write'),
    title: { en: 'Change a contact', fr: 'Modifier un contact' },
    openDetail: true,
    params: ids('id'),
    body: object(fields),
    status: 200,
    reply: ContactReply,
    notFound: 'contacts.not_found',
  }),
  remove: route({
    method: 'DELETE',
    path: `${base}/{id}`,
    access: keyAccess('contacts:write'),
    title: { en: 'Delete a contact', fr: 'Supprimer un contact' },
    openDetail: true,
    params: ids('id'),
    status: 204,
    notFound: 'contacts.not_found',
  }),
}
