import type { Db } from '../../platform/db/database.ts'
import type { Live } from '../../platform/live/live.ts'
import { findAnswers, findAnswersSince } from '../messages/index.ts'
import {
  type ConversationAnswer,
  endAnswered,
  endInMailbox,
  endOrphans,
  endReplaced,
  endWithdrawn,
  findSentAnswer,
  hasWaitingAbout,
  hasWaitingReply,
  moveToCopies,
} from './gone-drafts.store.ts'
import type { ItemSummary } from './outbox.store.ts'
import { publishReview } from './publish-review.ts'

// A draft that waits for review is gone as soon as there is no point in sending it any more.

export function publishGone(db: Db, live: Live, drafts: ItemSummary[]) {
  for (const draft of drafts)
    publishReview(db, live, { ...draft, reviewStatus: 'gone', sendStatus: 'cancelled' })
  return drafts
}

const endByAnswers = async (db: Db, live: Live, memberId: string, answers: ConversationAnswer[]) =>
  answers.length === 0 ? [] : publishGone(db, live, await endAnswered(db, memberId, answers))

/** For mail that the mirror has just stored and that may be the member's own. */
export async function endDraftsAnswered(
  db: Db,
  live: Live,
  memberId: string,
  stored: { id: string; isNew: boolean }[],
) {
  if (!(await hasWaitingReply(db, memberId))) return
  const fresh = new Set(stored.filter(({ isNew }) => isNew).map(({ id }) => id))
  const answers = await findAnswers(
    db,
    memberId,
    stored.map(({ id }) => id),
  )
  await endByAnswers(
    db,
    live,
    memberId,
    answers.map((answer) => ({ ...answer, isNew: fresh.has(answer.id) })),
  )
}

/** For a mail of the outbox that has been sent. */
export async function endDraftsAnsweredBy(db: Db, live: Live, id: string) {
  const answer = await findSentAnswer(db, id)
  if (answer) await endByAnswers(db, live, answer.memberId, [answer])
}

/** For messages that have been deleted for good. */
export async function endDraftsAbout(db: Db, live: Live, messageIds: string[]) {
  if (messageIds.length === 0 || !(await hasWaitingAbout(db, messageIds))) return
  await moveToCopies(db, messageIds)
  publishGone(db, live, await endOrphans(db, messageIds))
}

/** For a mailbox that is being deleted: its drafts leave the queue at once and are deleted with it. */
export async function endDraftsIn(db: Db, live: Live, mailboxId: string) {
  publishGone(db, live, await endInMailbox(db, mailboxId))
}

/** Withdraws the drafts of a workflow that nobody has edited; returns how many. */
export const withdrawDrafts = async (db: Db, live: Live, memberId: string, workflowId: string) =>
  publishGone(db, live, await endWithdrawn(db, memberId, workflowId)).length

type NewDraft = {
  id: string
  memberId: string
  draftKey: Buffer | null
  replyToMessageId: string | null
  step: { executionId: string } | null
}
/** What became of a new draft, or of an earlier one because of it. */
export type DraftFate = {
  /** The id of the draft whose place it takes. */
  replaced?: string
  /** The thread has been answered since the run began: the draft is gone already. */
  answered?: true
}

/** A run that was started after the answer gets its draft: somebody wants to answer again. */
export async function settleNewDraft(db: Db, live: Live, draft: NewDraft): Promise<DraftFate> {
  const { id, memberId, replyToMessageId, step, draftKey } = draft
  if (replyToMessageId && step) {
    const answers = await findAnswersSince(db, memberId, replyToMessageId, step.executionId)
    const gone = await endByAnswers(
      db,
      live,
      memberId,
      answers.map((answer) => ({ ...answer, isNew: true })),
    )
    if (gone.some((one) => one.id === id)) return { answered: true }
  }
  const replaced = draftKey ? publishGone(db, live, await endReplaced(db, draft)) : []
  const newest = replaced
    .map((one) => one.id)
    .sort()
    .at(-1)
  return newest === undefined ? {} : { replaced: newest }
}
