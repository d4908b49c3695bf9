import type { analyzer } from '@mailwright/contract/analyzer'
import type { Reply } from '@mailwright/contract/route'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller, Locale } from '../../platform/http/call.ts'
import { insertRejection, lockLatestReport, replaceBody } from './analyzer.store.ts'
import { checkMailbox } from './request-report.ts'
import { textsIn } from './texts.ts'

const isRejected = (issues: { code: string }[]) => issues.some(({ code }) => code === 'rejected_by_member')

/** Rejecting again changes nothing. */
export async function rejectProposal(
  db: Db,
  { memberId }: Caller,
  mailboxId: string,
  key: string,
  locale: Locale,
): Promise<Reply<typeof analyzer.reject>> {
  await checkMailbox(db, memberId, mailboxId)
  const report = await lockLatestReport(db, mailboxId)
  const group = report?.body?.groups.find((one) => one.key === key)
  if (!report?.body || !group || !(group.proposal || isRejected(group.issues)))
    throw fault('analyzer.proposal_not_found')
  if (group.proposal) {
    group.verdict = 'proposal_rejected'
    group.proposal = null
    group.issues = [{ code: 'rejected_by_member', message: textsIn(locale).rejectedByMember }]
    await insertRejection(db, mailboxId, key)
    await replaceBody(db, report.id, report.body)
  }
  return { group }
}
