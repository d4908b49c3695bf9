import { newId } from '../../../platform/ids/ids.ts'
import type { MessageRefs } from './thread-refs.ts'

/** Limits a thread, so that a forged or reused Message-ID does not collect a whole mailbox. */
const maxMessages = 1_000

export type KnownRef = {
  mailboxId: string
  ref: string
  threadId: string
  messages: number
  lastAt: string | null
}
export type UnassignedMessage = MessageRefs & { mailboxId: string }

type Thread = {
  id: string
  mailboxId: string
  messages: number
  /** The time of the newest message, in milliseconds. */
  lastAt: number
  isNew: boolean
  into?: Thread
}

/** A reply joins by its subject only if the last message with it is recent. */
const maxSubjectAge = 30 * 24 * 3600 * 1000

export type ThreadAssignment = {
  /** One per message, in the order of the messages. */
  threadIds: string[]
  /** Threads that a message connects. */
  merged: { from: string; into: string }[]
  /** References to store. A reference of a full thread moves to the new thread. */
  refs: { mailboxId: string; ref: string; threadId: string }[]
}

const rootOf = (thread: Thread): Thread => (thread.into ? rootOf(thread.into) : thread)

function indexThreads(known: KnownRef[]) {
  const threads = new Map<string, Thread>()
  const byRef = new Map<string, Thread>()
  for (const { mailboxId, ref, threadId, messages, lastAt } of known) {
    const thread = threads.get(threadId) ?? {
      id: threadId,
      mailboxId,
      messages,
      lastAt: lastAt === null ? 0 : Date.parse(lastAt),
      isNew: false,
    }
    threads.set(threadId, thread)
    byRef.set(mailboxId + ref, thread)
  }
  const create = (mailboxId: string): Thread => {
    const thread = { id: newId(), mailboxId, messages: 0, lastAt: 0, isNew: true }
    threads.set(thread.id, thread)
    return thread
  }
  return { threads, byRef, create }
}

/** Prefers stored threads to new ones, then the larger one, since the messages of the other are rewritten. */
const byPreference = (a: Thread, b: Thread) => Number(a.isNew) - Number(b.isNew) || b.messages - a.messages

/** Assigns each message to a thread by its own id and the ids it refers to, in any order of arrival. */
export function assignThreads(messages: UnassignedMessage[], known: KnownRef[]): ThreadAssignment {
  const { threads, byRef, create } = indexThreads(known)
  const written = new Map<string, { mailboxId: string; ref: string; thread: Thread }>()

  const findOpenThreads = (mailboxId: string, refs: string[]) => {
    const found = refs.flatMap((ref) => byRef.get(mailboxId + ref) ?? []).map(rootOf)
    return [...new Set(found)].filter((thread) => thread.messages < maxMessages)
  }
  const merge = (found: Thread[]) => {
    const [into, ...others] = found.sort(byPreference)
    for (const other of into ? others : []) {
      if (!into || into.messages + other.messages > maxMessages) continue
      into.messages += other.messages
      into.lastAt = Math.max(into.lastAt, other.lastAt)
      other.into = into
    }
    return into
  }
  const findBySubject = (mailboxId: string, subject: string, at: number) =>
    findOpenThreads(mailboxId, [subject]).filter(({ lastAt }) => Math.abs(at - lastAt) <= maxSubjectAge)
  const assign = ({ mailboxId, ids, subject, joinsBySubject, at }: UnassignedMessage) => {
    const byId = findOpenThreads(mailboxId, ids)
    const found =
      byId.length === 0 && subject && joinsBySubject ? findBySubject(mailboxId, subject, at) : byId
    const thread = merge(found) ?? create(mailboxId)
    thread.messages++
    thread.lastAt = Math.max(thread.lastAt, at)
    for (const ref of subject ? [...ids, subject] : ids) {
      const current = byRef.get(mailboxId + ref)
      if (current && rootOf(current) === thread) continue
      // Threads too large to merge keep their references.
      if (current && ref !== subject && rootOf(current).messages < maxMessages) continue
      byRef.set(mailboxId + ref, thread)
      written.set(mailboxId + ref, { mailboxId, ref, thread })
    }
    return thread
  }

  const assigned = messages.map(assign)
  return {
    threadIds: assigned.map((thread) => rootOf(thread).id),
    merged: [...threads.values()]
      .filter((thread) => thread.into && !thread.isNew)
      .map((thread) => ({ from: thread.id, into: rootOf(thread).id })),
    refs: [...written.values()].map(({ mailboxId, ref, thread }) => ({
      mailboxId,
      ref,
      threadId: rootOf(thread).id,
    })),
  }
}
