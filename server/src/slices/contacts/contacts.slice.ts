import { contactRoutes } from './contacts.routes.ts'

export const createContacts = () => ({ routes: contactRoutes() })
