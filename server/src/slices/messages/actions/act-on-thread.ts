import type { Body } from '@mailwright/contract/route'
import type { threads } from '@mailwright/contract/threads'
import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Caller } from '../../../platform/http/call.ts'
import { newId } from '../../../platform/ids/ids.ts'
import { changeMessages, moveMessages, removeMessages } from '../write/change-messages.ts'
import {
  findOps,
  findTarget,
  findThreadMessages,
  holdMailboxOf,
  insertOps,
  type NewOp,
  type ThreadMessage,
} from './ops.store.ts'
import { placeholderUid } from './placeholder-uid.ts'
import { planAction, type Step } from './plan-action.ts'

type Input = Body<typeof threads.act>

const mostMessages = 1_000

const badLabels = (message: string) =>
  fault('webmail.bad_request', { details: { issues: [{ path: '/labels/add', message }] } })

/** The one folder that `move` names. */
function targetOf({ action, labels }: Input): string | undefined {
  if (action !== 'move') return undefined
  const [target, ...others] = labels?.add ?? []
  if (target === undefined) throw badLabels('must name the folder to move to')
  if (others.length > 0) throw badLabels('must name one folder: a message of this mailbox stands in one')
  return target
}

type Planned = { message: ThreadMessage; step: Step & { targetId?: string } }

async function plan(db: Db, input: Input, messages: ThreadMessage[]): Promise<Planned[]> {
  const target = targetOf(input)
  const planned: Planned[] = []
  const targets = new Map<string, string>()
  for (const message of messages) {
    const step = planAction(input.action, message, target)
    if (!step) continue
    if (step.kind !== 'move') {
      planned.push({ message, step })
      continue
    }
    const name = JSON.stringify(step.to)
    const targetId = targets.get(name) ?? (await findTarget(db, message.mailboxId, step.to))?.id
    if (!targetId)
      throw 'key' in step.to
        ? badLabels('names no folder of this mailbox')
        : fault('webmail.unsupported_action')
    targets.set(name, targetId)
    planned.push({ message, step: { ...step, targetId } })
  }
  return planned
}

/** The mirror shows it at once; the server follows. */
async function applyToMirror(db: Db, planned: Planned[]) {
  const flagged = planned.flatMap(({ message, step }) =>
    step.kind === 'flag' ? [{ id: message.id, [step.flag]: step.value }] : [],
  )
  const moved = planned.flatMap(({ message, step }) =>
    step.kind === 'move' && step.targetId
      ? [{ id: message.id, folderId: step.targetId, uid: placeholderUid(), modseq: null }]
      : [],
  )
  const deleted = planned.filter(({ step }) => step.kind === 'delete').map(({ message }) => message)
  await changeMessages(db, flagged)
  await moveMessages(db, moved)
  for (const [folderId, messages] of Map.groupBy(deleted, (message) => message.folderId))
    await removeMessages(
      db,
      folderId,
      messages.map(({ uid }) => uid),
    )
}

const toOp = ({ message, step }: Planned, { action, clientToken }: Input): NewOp => ({
  id: newId(),
  ...{ mailboxId: message.mailboxId, messageId: message.id, action, step, clientToken },
  before: { folderId: message.folderId, uid: message.uid, seen: message.seen, flagged: message.flagged },
})

/** One operation for each message that the action is about; the same token again acts no more. */
export async function actOnThread(
  db: Db,
  caller: Caller,
  threadId: string,
  input: Input,
  wake: (db: Db, mailboxId: string) => Promise<unknown>,
) {
  const mailbox = await holdMailboxOf(db, caller.memberId, threadId)
  if (!mailbox) throw fault('webmail.thread_not_found')
  const messages = await findThreadMessages(db, threadId)
  if (messages.length === 0) throw fault('webmail.message_not_found')
  if (messages.length >= mostMessages) throw fault('webmail.thread_too_large')
  const known = await findOps(
    db,
    messages.map(({ id }) => id),
    input.clientToken,
  )
  if (known.length > 0)
    return { threadId, ops: known.map(({ id, messageId }) => ({ messageId, opId: id, duplicate: true })) }
  const planned = await plan(db, input, messages)
  const ops = planned.map((one) => toOp(one, input))
  await insertOps(db, ops)
  await applyToMirror(db, planned)
  if (ops.length > 0) await wake(db, mailbox.id)
  return { threadId, ops: ops.map(({ id, messageId }) => ({ messageId, opId: id, duplicate: false })) }
}
