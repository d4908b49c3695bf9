import type { Body } from '@mailwright/contract/route'
import type { threads } from '@mailwright/contract/threads'
import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Fingerprints } from '../../../platform/http/body-fingerprint.ts'
import type { Caller } from '../../../platform/http/call.ts'
import { newId } from '../../../platform/ids/ids.ts'
import type { Live } from '../../../platform/live/live.ts'
import { publishUpdated } from '../publish-updated.ts'
import { changeMessages, moveMessages, removeMessages } from '../write/change-messages.ts'
import type { MessageChange } from '../write/types.ts'
import {
  findFolderKeys,
  findOps,
  findTarget,
  findThreadMessages,
  insertOps,
  lockMailboxOfThread,
  type NewOp,
  type ThreadMessage,
} from './ops.store.ts'
import { placeholderUids } from './placeholder-uid.ts'
import { type ActionParams, messagesToDelete, planAction } from './plan-action.ts'
import { labelsAfter } from './plan-labels.ts'
import type { Step } from './step.ts'
import { findUsedToken, insertUsedToken } from './tokens.store.ts'

type Input = Body<typeof threads.act>

const maxThreadMessages = 1_000

const labelFault = (message: string) =>
  fault('webmail.bad_request', { details: { issues: [{ path: '/labels/add', message }] } })

/** `move` names exactly one folder, or any number where folders are labels. */
async function readParams(db: Db, { action, labels }: Input, { mailboxId, hasLabels }: ThreadMessage) {
  const params: ActionParams = { add: labels?.add ?? [], remove: labels?.remove, target: undefined }
  if (action !== 'move') return params
  const [target, ...others] = params.add
  if (hasLabels) {
    const keys = [...params.add, ...(params.remove ?? [])]
    if (keys.length === 0) throw labelFault('must name a folder')
    const known = await findFolderKeys(db, mailboxId, keys)
    if (keys.some((key) => !known.includes(key))) throw labelFault('is not a folder of this mailbox')
    return params
  }
  if (target === undefined) throw labelFault('must name the folder to move to')
  if (others.length > 0)
    throw labelFault('must name one folder: a message of this mailbox is in one folder only')
  return { ...params, target }
}

type Planned = { message: ThreadMessage; step: Step & { targetId?: string } }

async function plan(db: Db, input: Input, messages: [ThreadMessage, ...ThreadMessage[]]): Promise<Planned[]> {
  const params = await readParams(db, input, messages[0])
  const planned: Planned[] = []
  const targets = new Map<string, string>()
  for (const message of input.action === 'deletePermanently' ? messagesToDelete(messages) : messages) {
    const step = planAction(input.action, message, params)
    if (!step) continue
    if (step.kind !== 'move') {
      planned.push({ message, step })
      continue
    }
    const name = JSON.stringify(step.to)
    const targetId = targets.get(name) ?? (await findTarget(db, message.mailboxId, step.to))?.id
    if (!targetId)
      throw input.action === 'move' && 'key' in step.to
        ? labelFault('is not a folder of this mailbox')
        : fault('webmail.unsupported_action')
    targets.set(name, targetId)
    planned.push({ message, step: { ...step, targetId } })
  }
  return planned
}

/** Applies the change to the mirror at once; the mail server follows later. */
async function applyToMirror(db: Db, planned: Planned[]) {
  const changed = planned.flatMap(({ message, step }): MessageChange[] => {
    if (step.kind === 'flag') return [{ id: message.id, [step.flag]: step.value }]
    return message.hasLabels ? [{ id: message.id, labels: labelsAfter(step, message.labels) }] : []
  })
  const uids = placeholderUids(planned.length)
  const moved = planned.flatMap(({ message, step }, i) =>
    step.kind === 'move' && step.targetId
      ? [{ id: message.id, folderId: step.targetId, uid: uids[i] ?? 0, modseq: null }]
      : [],
  )
  const deleted = planned.filter(({ step }) => step.kind === 'delete').map(({ message }) => message)
  // Moves first: they remember the labels.
  await moveMessages(db, moved)
  await changeMessages(db, changed)
  for (const [folderId, messages] of Map.groupBy(deleted, (message) => message.folderId))
    await removeMessages(
      db,
      folderId,
      messages.map(({ uid }) => uid),
    )
}

const toOp = ({ message, step }: Planned, { action, clientToken }: Input): NewOp => ({
  id: newId(),
  mailboxId: message.mailboxId,
  messageId: message.id,
  action,
  step,
  clientToken,
  before: {
    folderId: message.folderId,
    uid: message.uid,
    seen: message.seen,
    flagged: message.flagged,
    labels: message.labels,
  },
})

export type ActDeps = {
  /** Wakes the owner of the mailbox to execute pending ops. */
  wake(db: Db, mailboxId: string): Promise<unknown>
  /** Told of the messages that were deleted for good, in the same transaction. */
  onDeleted(db: Db, messageIds: string[]): Promise<void>
  live: Live
}

async function actOn(
  db: Db,
  mailbox: { memberId: string; mailboxId: string },
  messages: [ThreadMessage, ...ThreadMessage[]],
  input: Input,
  { wake, live, onDeleted }: ActDeps,
) {
  const known = await findOps(
    db,
    messages.map(({ id }) => id),
    input.clientToken,
  )
  if (known.some(({ action }) => action !== input.action)) throw fault('idempotency.key_reused')
  if (known.length > 0) return known.map(({ id, messageId }) => ({ messageId, opId: id, duplicate: true }))
  const planned = await plan(db, input, messages)
  const ops = planned.map((step) => toOp(step, input))
  await insertOps(db, ops)
  await applyToMirror(db, planned)
  const deleted = planned.filter(({ step }) => step.kind === 'delete')
  await onDeleted(
    db,
    deleted.map(({ message }) => message.id),
  )
  const ids = ops.map(({ messageId }) => messageId)
  publishUpdated(db, live, mailbox, ids)
  if (ops.length > 0) await wake(db, mailbox.mailboxId)
  return ops.map(({ id, messageId }) => ({ messageId, opId: id, duplicate: false }))
}

/** What a token stands for: a second request with it must ask for the same. */
const contentOf = ({ action, labels }: Input) => ({
  action,
  add: labels?.add ?? [],
  remove: labels?.remove ?? null,
})

/**
 * Creates one op for each affected message. A repeated client token has no further effect, whatever has become of the
 * thread since.
 */
export async function actOnThread(
  db: Db,
  { memberId }: Pick<Caller, 'memberId'>,
  threadId: string,
  input: Input,
  deps: ActDeps & { fingerprints: Fingerprints },
) {
  const { clientToken } = input
  const mailbox = await lockMailboxOfThread(db, memberId, threadId)
  const used = await findUsedToken(db, memberId, threadId, clientToken)
  if (used && !(await deps.fingerprints.matches(contentOf(input), used)))
    throw fault('idempotency.key_reused')
  if (used) return { threadId, ops: used.ops.map((op) => ({ ...op, duplicate: true })) }
  if (!mailbox) throw fault('webmail.thread_not_found')
  const [first, ...others] = await findThreadMessages(db, threadId)
  if (!first) throw fault('webmail.message_not_found')
  if (others.length + 1 >= maxThreadMessages) throw fault('webmail.thread_too_large')
  const ops = await actOn(db, { memberId, mailboxId: mailbox.id }, [first, ...others], input, deps)
  await insertUsedToken(
    db,
    { threadId, mailboxId: mailbox.id, clientToken },
    {
      ...(await deps.fingerprints.of(contentOf(input))),
      ops: ops.map(({ messageId, opId }) => ({ messageId, opId })),
    },
  )
  return { threadId, ops }
}

/** Acts on one message of a thread. */
export async function actOnMessage(
  db: Db,
  { memberId, threadId, messageId }: { memberId: string; threadId: string; messageId: string },
  input: Input,
  deps: ActDeps,
) {
  const mailbox = await lockMailboxOfThread(db, memberId, threadId)
  const message = mailbox && (await findThreadMessages(db, threadId)).find(({ id }) => id === messageId)
  if (!mailbox || !message) throw fault('webmail.message_not_found')
  return { ops: await actOn(db, { memberId, mailboxId: mailbox.id }, [message], input, deps) }
}
