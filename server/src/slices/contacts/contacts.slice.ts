import type { Slice } from '../../platform/slice.ts'
import { contactRoutes } from './contacts.routes.ts'

export const createContacts = (): Slice => ({ routes: contactRoutes() })
