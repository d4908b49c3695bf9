import type { Seed } from './drafts.ts'

export type Reply = 'reply' | 'replyAll' | 'forward'

type Address = { name?: string; email: string }
type Original = {
  id: string
  mailboxId: string
  from: Address | null
  subject: string | null
  headersSubset: { to: Address[]; cc: Address[]; replyTo: Address[] }
}

const prefixes = { reply: 'Re:', replyAll: 'Re:', forward: 'Fwd:' }
const known = { reply: /^(re|aw|rép)\s*:/i, replyAll: /^(re|aw|rép)\s*:/i, forward: /^(fwd?|wg|tr)\s*:/i }

const subjectOf = (subject: string, kind: Reply) =>
  known[kind].test(subject) ? subject : `${prefixes[kind]} ${subject}`.trim()

/** The beginning of an answer: to whom, and about what. Our own addresses are left out, unless nobody else remains. */
export function replyTo(message: Original, kind: Reply, own: readonly string[]): Seed {
  const { from, subject, mailboxId, id, headersSubset } = message
  const start = { mailboxId, subject: subjectOf(subject ?? '', kind) }
  if (kind === 'forward') return { ...start, forwardOfMessageId: id }
  const mine = new Set(own.map((address) => address.toLowerCase()))
  const others = (addresses: readonly Address[]) =>
    [...new Set(addresses.map(({ email }) => email))].filter((email) => !mine.has(email.toLowerCase()))
  const isOwn = from !== null && mine.has(from.email.toLowerCase())
  const senders = headersSubset.replyTo.length > 0 ? headersSubset.replyTo : from ? [from] : []
  const to = isOwn ? others(headersSubset.to) : senders.map(({ email }) => email)
  if (kind === 'reply') return { ...start, to, replyToMessageId: id }
  const rest = others([...(isOwn ? [] : headersSubset.to), ...headersSubset.cc])
  return { ...start, to, cc: rest.filter((email) => !to.includes(email)), replyToMessageId: id }
}
