import { dashboard } from '@mailwright/contract/dashboard'
import { implement } from '../../platform/http/call.ts'
import { readAi } from './read-ai.ts'
import { readDrafts } from './read-drafts.ts'
import { readExecutions } from './read-executions.ts'
import type { FigureDeps } from './read-figures.ts'
import { readMail } from './read-mail.ts'

export const dashboardRoutes = (deps: FigureDeps) =>
  implement(dashboard, {
    executions: ({ caller, query }) => readExecutions(deps, caller, query),
    mail: ({ caller, query }) => readMail(deps, caller, query),
    ai: ({ caller, query }) => readAi(deps, caller, query),
    drafts: ({ caller, query }) => readDrafts(deps, caller, query),
  })
