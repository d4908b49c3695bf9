import { errorOf } from '@mailwright/contract/errors/index'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Locale } from '../../platform/http/call.ts'
import { type Draft, findDraft, type ItemRow, type ReviewReasons } from '../sending/index.ts'

/** Says why the draft is gone. */
function goneFault(reasons: ReviewReasons, item: ItemRow) {
  const { en, fr } = errorOf('review.content_gone').message
  const say = (sentence: string, locale: Locale) =>
    `${sentence} ${reasons.explain(item, locale) ?? ''}`.trim()
  return fault('review.content_gone', { message: { en: say(en, 'en'), fr: say(fr, 'fr') } })
}

/** Whether the member still has to decide about the draft. Otherwise throws the fault that says why not. */
export function assertOpen(reasons: ReviewReasons, draft: Draft | undefined): asserts draft is Draft {
  if (!draft) throw fault('review.not_found')
  if (draft.item.reviewStatus === 'gone') throw goneFault(reasons, draft.item)
  if (draft.item.reviewStatus === 'sent' || draft.item.reviewStatus === 'rejected')
    throw fault('review.already_resolved')
}

/** A draft that can still be read. */
export function assertReadable(reasons: ReviewReasons, draft: Draft | undefined): asserts draft is Draft {
  if (!draft) throw fault('review.not_found')
  if (draft.item.reviewStatus === 'gone') throw goneFault(reasons, draft.item)
}

/** The fault for a draft that a transition did not find open. */
export async function whyNotOpen(db: Db, reasons: ReviewReasons, memberId: string, id: string) {
  assertOpen(reasons, await findDraft(db, memberId, id))
  return new Error('the draft was open and did not change')
}
