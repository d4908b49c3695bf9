import { isAscii } from 'node:buffer'
import type { readEnvelope, WireAddress } from './envelope.ts'
import type { Extensions, Session } from './session.ts'
import { rejection, SmtpFault } from './smtp-fault.ts'

export type RejectedRecipient = {
  address: string
  kind: 'transient' | 'permanent'
  code: number | null
  message: string
}

type Progress = { accepted: string[]; rejected: RejectedRecipient[] }
type ReadEnvelope = ReturnType<typeof readEnvelope>

const hasHighByte = (bytes: Buffer) => !isAscii(bytes)
const headerOf = (source: Buffer) => {
  const end = source.indexOf('\r\n\r\n')
  return end < 0 ? source : source.subarray(0, end)
}

/** SIZE (RFC 1870), 8BITMIME (RFC 6152) and SMTPUTF8 (RFC 6531), each only if the server supports it. */
function mailParameters(envelope: ReadEnvelope, source: Buffer, extensions: Extensions): string {
  const limit = Number(extensions.get('SIZE')?.[0] ?? 0)
  if (limit > 0 && source.length > limit)
    throw new SmtpFault('too_large', `The message has ${source.length} bytes; the server accepts ${limit}.`, {
      permanent: true,
    })
  const needsUtf8 =
    [envelope.sender, ...envelope.recipients].some((one) => one.needsUtf8) || hasHighByte(headerOf(source))
  const parameters = [
    extensions.has('SIZE') && `SIZE=${source.length}`,
    extensions.has('8BITMIME') && hasHighByte(source) && 'BODY=8BITMIME',
    extensions.has('SMTPUTF8') && needsUtf8 && 'SMTPUTF8',
  ]
  return parameters
    .filter((one) => one !== false)
    .map((one) => ` ${one}`)
    .join('')
}

const rejectWithoutUtf8 = (address: WireAddress): RejectedRecipient => ({
  address: address.given,
  kind: 'permanent',
  code: null,
  message: 'The server does not support non-ASCII characters before the @ (no SMTPUTF8).',
})

async function addRecipient(
  { dialogue, extensions }: Session,
  address: WireAddress,
  to: Progress,
  ms: number,
) {
  if (address.needsUtf8 && !extensions.has('SMTPUTF8'))
    return void to.rejected.push(rejectWithoutUtf8(address))
  const reply = await dialogue.command(`RCPT TO:<${address.wire}>`, ms)
  // 421 is about the connection, not about the recipient (RFC 5321 3.8).
  if (reply.code === 421) throw rejection(reply)
  if (reply.code < 300) return void to.accepted.push(address.given)
  if (reply.code < 400)
    throw new SmtpFault('protocol', 'The server gave no definite reply about a recipient.', { reply })
  const { message, permanent } = rejection(reply)
  const kind = permanent ? 'permanent' : 'transient'
  to.rejected.push({ address: address.given, kind, code: reply.code, message })
}

/** Sends MAIL and RCPT. Continues with the accepted recipients and records each rejected one. */
export async function startMail(
  session: Session,
  envelope: ReadEnvelope,
  source: Buffer,
  progress: Progress,
  ms: number,
) {
  const { dialogue, extensions } = session
  const { sender, recipients } = envelope
  if (sender.needsUtf8 && !extensions.has('SMTPUTF8'))
    throw new SmtpFault('bad_address', rejectWithoutUtf8(sender).message, { permanent: true })
  const parameters = mailParameters(envelope, source, extensions)
  const reply = await dialogue.command(`MAIL FROM:<${sender.wire}>${parameters}`, ms)
  if (reply.code >= 300) throw rejection(reply)
  for (const recipient of recipients) await addRecipient(session, recipient, progress, ms)
  if (progress.accepted.length > 0) return
  const [first] = progress.rejected
  const permanent = progress.rejected.every((one) => one.kind === 'permanent')
  throw new SmtpFault('refused', `No recipient was accepted: ${first?.message}`, {
    permanent,
    reply: first?.code ? { code: first.code, text: first.message, lines: [] } : undefined,
  })
}
