import { approvals } from '@mailwright/contract/approvals'
import { type Call, implement } from '../../platform/http/call.ts'
import { approvalPage, pagePolicy } from './approval-page.ts'
import { decideApproval, decideByLink, type OpenedLink, openLink } from './decide-approval.ts'
import { listApprovals } from './list-approvals.ts'
import type { ApprovalDeps } from './ports.ts'

type LinkCall = Call<typeof approvals.openLink>

export const approvalRoutes = (deps: ApprovalDeps) => {
  const show = ({ header, locale, caller, params }: LinkCall, opened: OpenedLink) => {
    header('Content-Type', 'text/html; charset=utf-8')
    header('Content-Security-Policy', pagePolicy)
    // With `no-referrer` the form would be sent without the origin that proves it came from this page.
    if (opened.approval.approverId !== null) header('Referrer-Policy', 'same-origin')
    const path = `/api/v1/approvals/t/${params.token}/${opened.decision}`
    return approvalPage({ opened, path, email: caller?.email, locale, brandName: deps.brandName })
  }
  const decide = async (call: LinkCall) =>
    decideByLink(await call.transaction(), deps, call.caller, call.params.token, call.params.decision)
  return implement(approvals, {
    list: ({ db, caller, query }) => listApprovals(db, caller, query),
    decide: async ({ caller, params, body, transaction }) =>
      decideApproval(await transaction(), deps, caller, params.id.toLowerCase(), body.decision),
    openLink: async (call) => {
      const opened = await openLink(call.db, call.caller, call.params.token, call.params.decision)
      // A member confirms: whoever knows the link could lure the signed-in member to it.
      const decidesAtOnce = deps.oneClick && !call.isPreview && opened.approval.approverId === null
      return show(call, decidesAtOnce ? await decide(call) : opened)
    },
    decideByLink: async (call) => {
      const opened = await decide(call)
      if (opened.access !== 'decide') call.status(opened.access === 'sign-in' ? 401 : 403)
      return show(call, opened)
    },
  })
}
