import { type Network, type SmtpAccount, type SmtpTimeouts, sendingTimeouts } from './account.ts'
import { dataBody, endOfData } from './data-body.ts'
import { type Envelope, readEnvelope } from './envelope.ts'
import { failed, type SendOutcome, sent, unknown } from './outcome.ts'
import type { Reply } from './reply.ts'
import { openSession, type Session } from './session.ts'
import { rejection, SmtpFault } from './smtp-fault.ts'
import { type RejectedRecipient, startMail } from './start-mail.ts'

export type OutgoingMail = {
  envelope: Envelope
  source: Buffer
  /** Called once, when the server has all but the end. Only after it resolves can the message have been sent. */
  beforeDot: () => Promise<void>
  signal?: AbortSignal | undefined
}

export type SendOptions = {
  timeouts?: Partial<SmtpTimeouts>
  /** How long an abort after the dot still waits for the reply. */
  graceMs?: number
}

type Progress = { accepted: string[]; rejected: RejectedRecipient[]; isDotSent: boolean }

/** Aborts at once before the dot; after it, waits a few seconds for a reply on its way. */
function createGracefulAbort(signal: AbortSignal | undefined, progress: Progress, graceMs: number) {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const onAbort = () => {
    if (!progress.isDotSent) stop.abort()
    else timer = setTimeout(() => stop.abort(), graceMs)
  }
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted) onAbort()
  const release = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
  return { signal: stop.signal, release }
}

/** Sends everything up to the last byte of the message, but not its end. */
async function sendBody({ dialogue }: Session, source: Buffer, timeouts: SmtpTimeouts) {
  const ready = await dialogue.command('DATA', timeouts.replyMs)
  if (ready.code >= 400) throw rejection(ready)
  if (ready.code !== 354)
    throw new SmtpFault('protocol', 'The server did not accept the DATA command.', { reply: ready })
  for (const block of dataBody(source)) await dialogue.write(block, timeouts.blockMs)
}

/** From here on, only a definite reply determines the outcome. */
async function endMail({ dialogue }: Session, progress: Progress, timeouts: SmtpTimeouts): Promise<Reply> {
  // The connection may have failed, or the server rejected the message, while the mark was written: the dot is not sent.
  dialogue.assertTurn()
  progress.isDotSent = true
  dialogue.post(endOfData)
  return dialogue.read(timeouts.endMs)
}

async function transmit(session: Session, mail: OutgoingMail, progress: Progress, timeouts: SmtpTimeouts) {
  const envelope = readEnvelope(mail.envelope)
  await startMail(session, envelope, mail.source, progress, timeouts.replyMs)
  await sendBody(session, mail.source, timeouts)
  await mail.beforeDot().catch((cause) => {
    throw new SmtpFault('stopped', 'Sending was stopped before the end of the message.', { cause })
  })
  const reply = await endMail(session, progress, timeouts)
  if (reply.code < 300) return sent(reply, progress)
  if (reply.code >= 400) return failed(rejection(reply), progress.rejected)
  return unknown(`The server replied ${reply.code} to the message.`, progress)
}

/**
 * Sends a message at most once. Does not throw for server or network failures, and never retries: `failed` means that
 * it was not delivered to anyone, `unknown` that its fate cannot be determined.
 */
export async function sendMail(
  account: SmtpAccount,
  mail: OutgoingMail,
  net: Network,
  options: SendOptions = {},
): Promise<SendOutcome> {
  const timeouts = { ...sendingTimeouts, ...options.timeouts }
  const progress: Progress = { accepted: [], rejected: [], isDotSent: false }
  const { signal, release } = createGracefulAbort(mail.signal, progress, options.graceMs ?? 5_000)
  let session: Session | undefined
  try {
    readEnvelope(mail.envelope)
    session = await openSession(account, { net, timeouts, signal })
    const outcome = await transmit(session, mail, progress, timeouts)
    session.dialogue.quit()
    return outcome
  } catch (error) {
    // Inside a message QUIT would be content; destroying the socket cannot be mistaken for the end of the message.
    session?.dialogue.destroy()
    if (!progress.isDotSent) return failed(error, progress.rejected)
    return unknown(error instanceof Error ? error.message : String(error), progress)
  } finally {
    release()
  }
}
