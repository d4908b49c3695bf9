import { analyzer } from '@mailwright/contract/analyzer'
import { implement } from '../../platform/http/call.ts'
import { readReport } from './read-report.ts'
import { rejectProposal } from './reject-proposal.ts'
import { requestReport } from './request-report.ts'

export const analyzerRoutes = implement(analyzer, {
  analyze: async ({ caller, params, body, transaction }) =>
    requestReport(await transaction(), caller, params.id, body),
  report: ({ db, caller, params }) => readReport(db, caller, params.id),
  reject: async ({ caller, params, body, locale, transaction }) =>
    rejectProposal(await transaction(), caller, params.id, body.key, locale),
})
