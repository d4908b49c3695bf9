import { analyzer } from '@mailwright/contract/analyzer'
import { implement } from '../../platform/http/call.ts'
import { countTriggerRuns } from './count-trigger-runs.ts'
import type { AnalyzerPorts } from './ports.ts'
import { readReport } from './read-report.ts'
import { rejectProposal } from './reject-proposal.ts'
import { requestReport } from './request-report.ts'

type Deps = { ports: Pick<AnalyzerPorts, 'readTrigger'> }

export const analyzerRoutes = ({ ports }: Deps) =>
  implement(analyzer, {
    analyze: async ({ caller, params, body, transaction }) =>
      requestReport(await transaction(), caller, params.id, body),
    report: ({ db, caller, params }) => readReport(db, caller, params.id),
    reject: async ({ caller, params, body, locale, transaction }) =>
      rejectProposal(await transaction(), caller, params.id, body.key, locale),
    triggerHistory: ({ db, caller, params, query }) =>
      countTriggerRuns(db, ports, { memberId: caller.memberId, workflowId: params.id, days: query.days }),
  })
