import type { OutgoingMail } from '../../engine/index.ts'
import type { RunMessage } from '../../slices/messages/index.ts'

/** Whom a mail goes to. A reply goes where its sender wants answers; with all, also to those who got the original. */
export function recipientsOf(mail: OutgoingMail, answered: RunMessage | undefined, own: ReadonlySet<string>) {
  const given = { to: mail.to, cc: mail.cc ?? [] }
  if (!answered) return given
  const isOther = (email: string) => !own.has(email.toLowerCase())
  const asked = answered.replyTo.map(({ email }) => email)
  const sender = asked.length > 0 ? asked : answered.from ? [answered.from.email] : []
  const to = given.to.length > 0 ? given.to : sender
  if (!mail.replyAll) return { ...given, to }
  const taken = new Set(to.map((email) => email.toLowerCase()))
  const others = [...answered.to, ...answered.cc]
    .map(({ email }) => email)
    .filter((email) => isOther(email) && !taken.has(email.toLowerCase()))
  return { to, cc: [...new Set([...given.cc, ...others])] }
}
