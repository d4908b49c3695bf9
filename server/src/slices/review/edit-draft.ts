import type { Db } from '../../platform/db/database.ts'
import { lockDraft, saveEdits } from '../sending/index.ts'
import { assertOpen } from './draft-faults.ts'
import { applyEdits, assertAddresses, type Edits, hasEdits } from './edits.ts'
import { type Reader, type ReviewDeps, replyWith, toMessage } from './reply.ts'

/** Locks an open draft and saves the edits. Two people who edit at once do so one after the other. */
export async function lockAndEdit(db: Db, deps: ReviewDeps, reader: Reader, id: string, edits: Edits) {
  assertAddresses(edits)
  const draft = await lockDraft(db, reader.memberId, id)
  assertOpen(deps.reasons, draft)
  if (!hasEdits(edits)) return { item: draft.item, isEdited: false }
  const item = await saveEdits(db, reader.memberId, id, applyEdits(draft, edits))
  if (!item) throw new Error('a locked draft was not open')
  return { item, isEdited: true }
}

/** Saves edits without sending. From then on no workflow overwrites the draft. */
export async function editDraft(db: Db, deps: ReviewDeps, reader: Reader, id: string, edits: Edits) {
  const { item, isEdited } = await lockAndEdit(db, deps, reader, id, edits)
  return { message: isEdited ? replyWith(db, deps, reader, item) : toMessage(deps, reader, item) }
}
