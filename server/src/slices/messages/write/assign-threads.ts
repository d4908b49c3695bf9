import { newId } from '../../../platform/ids/ids.ts'
import type { MessageRefs } from './thread-refs.ts'

/** A thread takes no more: one forged or worn-out Message-ID must not gather a whole mailbox. */
const maxMessages = 1_000

export type KnownRef = { mailboxId: string; ref: string; threadId: string; messages: number }
export type Unassigned = MessageRefs & { mailboxId: string }

type Thread = { id: string; mailboxId: string; messages: number; isNew: boolean; into?: Thread }

export type Assigned = {
  /** For each message, in its order. */
  threadIds: string[]
  /** Threads that a message has shown to be one. */
  merged: { from: string; into: string }[]
  /** What to write down; a reference that a full thread had goes over to the new one. */
  refs: { mailboxId: string; ref: string; threadId: string }[]
}

const last = (thread: Thread): Thread => (thread.into ? last(thread.into) : thread)

function opener(known: KnownRef[]) {
  const threads = new Map<string, Thread>()
  const byRef = new Map<string, Thread>()
  for (const { mailboxId, ref, threadId, messages } of known) {
    const thread = threads.get(threadId) ?? { id: threadId, mailboxId, messages, isNew: false }
    threads.set(threadId, thread)
    byRef.set(mailboxId + ref, thread)
  }
  const create = (mailboxId: string): Thread => {
    const thread = { id: newId(), mailboxId, messages: 0, isNew: true }
    threads.set(thread.id, thread)
    return thread
  }
  return { threads, byRef, create }
}

/** The larger one stays, since the other's messages are rewritten; one that was there before stays in any case. */
const bySize = (a: Thread, b: Thread) => Number(a.isNew) - Number(b.isNew) || b.messages - a.messages

/** Finds each message its thread by what it is and what it answers, whichever came first. */
export function assignThreads(messages: Unassigned[], known: KnownRef[]): Assigned {
  const { threads, byRef, create } = opener(known)
  const written = new Map<string, { mailboxId: string; ref: string; thread: Thread }>()

  const roomy = (mailboxId: string, refs: string[]) => {
    const found = refs.flatMap((ref) => byRef.get(mailboxId + ref) ?? []).map(last)
    return [...new Set(found)].filter((thread) => thread.messages < maxMessages)
  }
  const merge = (found: Thread[]) => {
    const [into, ...others] = found.sort(bySize)
    for (const one of into ? others : []) {
      if (!into || into.messages + one.messages > maxMessages) continue
      into.messages += one.messages
      one.into = into
    }
    return into
  }
  const place = ({ mailboxId, ids, subject, joinsBySubject }: Unassigned) => {
    const byId = roomy(mailboxId, ids)
    const found = byId.length === 0 && subject && joinsBySubject ? roomy(mailboxId, [subject]) : byId
    const thread = merge(found) ?? create(mailboxId)
    thread.messages++
    for (const ref of subject ? [...ids, subject] : ids) {
      const now = byRef.get(mailboxId + ref)
      if (now && last(now) === thread) continue
      // Threads too large to become one keep what they have.
      if (now && ref !== subject && last(now).messages < maxMessages) continue
      byRef.set(mailboxId + ref, thread)
      written.set(mailboxId + ref, { mailboxId, ref, thread })
    }
    return thread
  }

  const placed = messages.map(place)
  return {
    threadIds: placed.map((thread) => last(thread).id),
    merged: [...threads.values()]
      .filter((one) => one.into && !one.isNew)
      .map((one) => ({ from: one.id, into: last(one).id })),
    refs: [...written.values()].map(({ mailboxId, ref, thread }) => ({
      mailboxId,
      ref,
      threadId: last(thread).id,
    })),
  }
}
