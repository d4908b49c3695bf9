import type { OutgoingMail } from '../../nodes/index.ts'
import type { RunMessage } from '../../slices/messages/index.ts'

/** The recipients of a mail. A reply goes to Reply-To or From; with `replyAll`, also to the original's recipients. */
export function recipientsOf(mail: OutgoingMail, original: RunMessage | undefined, own: ReadonlySet<string>) {
  const given = { to: mail.to, cc: mail.cc ?? [] }
  if (!original) return given
  const isOther = (email: string) => !own.has(email.toLowerCase())
  const replyTo = original.replyTo.map(({ email }) => email)
  const sender = replyTo.length > 0 ? replyTo : original.from ? [original.from.email] : []
  const to = given.to.length > 0 ? given.to : sender
  if (!mail.replyAll) return { ...given, to }
  const addressed = new Set(to.map((email) => email.toLowerCase()))
  const others = [...original.to, ...original.cc]
    .map(({ email }) => email)
    .filter((email) => isOther(email) && !addressed.has(email.toLowerCase()))
  return { to, cc: [...new Set([...given.cc, ...others])] }
}
