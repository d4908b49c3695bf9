import type { review } from '@mailwright/contract/review'
import type { Body } from '@mailwright/contract/route'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Fingerprints } from '../../platform/http/body-fingerprint.ts'
import { type ItemRow, sendDrafts } from '../sending/index.ts'
import { findActiveMailboxes } from './active-mailboxes.ts'
import { lockAndEdit } from './edit-draft.ts'
import { oncePerToken } from './once-per-token.ts'
import { type Reader, type ReviewDeps, toMessage } from './reply.ts'

export type SendDeps = { fingerprints: Fingerprints }
type Input = Body<typeof review.send>

/** The mail would fail at once; the draft waits instead until the mailbox is connected again. */
async function assertMailboxActive(db: Db, memberId: string, { mailboxId, mailboxAddress }: ItemRow) {
  if ((await findActiveMailboxes(db, memberId)).has(mailboxId)) return
  throw fault('review.bad_request', {
    message: {
      en: `The mailbox ${mailboxAddress} is not connected. The draft stays in the queue.`,
      fr: `La boîte mail ${mailboxAddress} n'est pas connectée. Le brouillon reste dans la file.`,
    },
    details: { issues: [{ path: '', message: 'the mailbox of the draft is not connected' }] },
  })
}

/** Queues a draft, with the edits of the person who sends it. */
export async function sendDraft(
  db: Db,
  deps: ReviewDeps & SendDeps,
  reader: Reader,
  id: string,
  { clientToken, ...edits }: Input,
) {
  const { memberId } = reader
  const draftId = id.toLowerCase()
  return oncePerToken(
    db,
    deps.fingerprints,
    { memberId, clientToken, content: { send: draftId, edits } },
    async () => {
      const { item } = await lockAndEdit(db, deps, reader, draftId, edits)
      await assertMailboxActive(db, memberId, item)
      const [sent] = await sendDrafts(db, deps.live, memberId, [draftId])
      if (!sent) throw new Error('a locked draft was not open')
      return { message: toMessage(deps, reader, sent), opId: draftId }
    },
  )
}
