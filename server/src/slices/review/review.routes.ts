import { review } from '@mailwright/contract/review'
import { type Caller, implement, type Locale } from '../../platform/http/call.ts'
import { editDraft } from './edit-draft.ts'
import { type GetDeps, getDraft } from './get-draft.ts'
import { listDrafts } from './list-drafts.ts'
import { listStatements } from './list-statements.ts'
import { rejectDraft } from './reject-draft.ts'
import type { Reader, ReviewDeps } from './reply.ts'
import { type SendDeps, sendDraft } from './send-draft.ts'
import { sendSelection } from './send-selection.ts'
import { snoozeDraft } from './snooze-draft.ts'
import { withdrawDrafts } from './withdraw-drafts.ts'

const readerOf = ({ caller, locale }: { caller: Caller; locale: Locale }): Reader => ({
  memberId: caller.memberId,
  locale,
})

export const reviewRoutes = (deps: ReviewDeps & GetDeps & SendDeps) =>
  implement(review, {
    list: (call) => listDrafts(call.db, deps, readerOf(call), call.query),
    get: (call) => getDraft(call.db, deps, readerOf(call), call.params.id),
    statements: (call) => listStatements(call.db, deps, readerOf(call), call.params.id),
    send: async (call) =>
      sendDraft(await call.transaction(), deps, readerOf(call), call.params.id, call.body),
    edit: async (call) =>
      editDraft(await call.transaction(), deps, readerOf(call), call.params.id, call.body),
    sendSelection: async (call) =>
      sendSelection(await call.transaction(), deps, call.caller.memberId, call.body),
    reject: async (call) =>
      rejectDraft(await call.statement(), deps, readerOf(call), call.params.id, call.body.reason),
    snooze: async (call) =>
      snoozeDraft(await call.statement(), deps, readerOf(call), call.params.id, call.body.until),
    withdraw: async (call) =>
      withdrawDrafts(await call.statement(), deps.live, call.caller.memberId, call.params.id),
  })
