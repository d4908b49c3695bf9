export { createContacts } from './contacts.slice.ts'
export { upsertContact } from './upsert-contact.ts'
