import { dashboard } from '@mailwright/contract/dashboard'
import { implement } from '../../platform/http/call.ts'
import { readAi } from './read-ai.ts'
import { readExecutions } from './read-executions.ts'
import { readMail } from './read-mail.ts'

export const dashboardRoutes = implement(dashboard, {
  executions: ({ db, caller, query }) => readExecutions(db, caller, query),
  mail: ({ db, caller, query }) => readMail(db, caller, query),
  ai: ({ db, caller, query }) => readAi(db, caller, query),
})
