import { dashboard } from '@mailwright/contract/dashboard'
import { implement } from '../../platform/http/call.ts'
import type { FigureCache } from './figure-cache.ts'
import { readAi } from './read-ai.ts'
import { readDrafts } from './read-drafts.ts'
import { readExecutions } from './read-executions.ts'
import { readMail } from './read-mail.ts'

export const dashboardRoutes = (cache: FigureCache) =>
  implement(dashboard, {
    executions: ({ db, caller, query }) => readExecutions({ db, cache }, caller, query),
    mail: ({ db, caller, query }) => readMail({ db, cache }, caller, query),
    ai: ({ db, caller, query }) => readAi({ db, cache }, caller, query),
    drafts: ({ db, caller, query }) => readDrafts({ db, cache }, caller, query),
  })
