import { audit } from '@mailwright/contract/audit'
import { implement } from '../../platform/http/call.ts'
import { listEntries } from './list-entries.ts'

export const auditRoutes = () =>
  implement(audit, {
    list: ({ db, query }) => listEntries(db, query),
  })
