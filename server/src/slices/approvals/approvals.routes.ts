import { approvals } from '@mailwright/contract/approvals'
import { type Call, implement } from '../../platform/http/call.ts'
import { approvalPage, pagePolicy } from './approval-page.ts'
import { decideApproval, decideByLink, openLink } from './decide-approval.ts'
import { listApprovals } from './list-approvals.ts'
import type { ApprovalDeps } from './ports.ts'

type Page = Pick<Call<unknown>, 'header' | 'locale'>

export const approvalRoutes = (deps: ApprovalDeps) => {
  const show = (
    { header, locale }: Page,
    { decision, ...approval }: Awaited<ReturnType<typeof openLink>>,
  ) => {
    header('Content-Type', 'text/html; charset=utf-8')
    header('Content-Security-Policy', pagePolicy)
    return approvalPage({ approval, decision, locale, brandName: deps.brandName })
  }
  return implement(approvals, {
    list: ({ db, caller, query }) => listApprovals(db, caller, query),
    decide: async ({ caller, params, body, transaction }) =>
      decideApproval(await transaction(), deps, caller, params.id.toLowerCase(), body.decision),
    openLink: async (call) => {
      const { token, decision } = call.params
      if (!deps.oneClick || call.isPreview) return show(call, await openLink(call.db, token, decision))
      return show(call, await decideByLink(await call.transaction(), deps, token, decision))
    },
    decideByLink: async (call) =>
      show(call, await decideByLink(await call.transaction(), deps, call.params.token, call.params.decision)),
  })
}
