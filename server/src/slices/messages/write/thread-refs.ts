import { createHash, hash } from 'node:crypto'
import type { NewMessage, SubjectFallback } from './types.ts'

// A reference is a hash that identifies a thread: of the ids of its messages and those they refer to, or of a subject
// with its participants. Half of a SHA-256, in hex.

// The first reference is the root of the thread, the last are the nearest ancestors (RFC 5322, section 3.6.4). Those in
// between are linked by their own references.
const maxReferences = 12

/** Strips brackets and white space, and lower-cases the host, whose case varies between programs. */
function normaliseId(id: string): string {
  const bare = id.replace(/[<>\s]+/g, '')
  const at = bare.lastIndexOf('@')
  return at === -1 ? bare : bare.slice(0, at) + bare.slice(at).toLowerCase()
}

const refOf = (text: string) => hash('sha256', text, 'hex').slice(0, 32)

const idRef = (id: string | null) => {
  const bare = id === null ? '' : normaliseId(id)
  return bare === '' ? [] : [refOf(bare)]
}

/** The space cannot occur in an id, so an id never collides with a subject. */
function subjectRef({ normalisedSubject, participants }: SubjectFallback) {
  const people = [...new Set(participants.map((email) => email.toLowerCase()))].sort()
  const digest = createHash('sha256').update(`subject ${normalisedSubject}\0${people.join('\0')}`)
  return digest.digest('hex').slice(0, 32)
}

export type MessageRefs = {
  /** Its own id first. */
  ids: string[]
  subject: string | undefined
  joinsBySubject: boolean
  /** When it was received, in milliseconds. */
  at: number
}

export function refsOf(message: NewMessage): MessageRefs {
  const { messageIdHeader, inReplyTo, references, subjectFallback, serverThread } = message
  const at = Date.parse(message.receivedAt)
  if (serverThread)
    return { ids: [refOf(`thread ${serverThread}`)], subject: undefined, joinsBySubject: false, at }
  const limited =
    references.length > maxReferences
      ? [references[0] ?? '', ...references.slice(1 - maxReferences)]
      : references
  const ids = [...idRef(messageIdHeader), ...idRef(inReplyTo), ...limited.toReversed().flatMap(idRef)]
  return {
    ids: [...new Set(ids)],
    subject: subjectFallback && subjectRef(subjectFallback),
    joinsBySubject: subjectFallback?.joins ?? false,
    at,
  }
}
