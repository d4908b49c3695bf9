import { type Network, type SmtpAccount, type SmtpTimeouts, sendingTimeouts } from './account.ts'
import { dataBody, endOfData } from './data-body.ts'
import { type Envelope, readEnvelope } from './envelope.ts'
import { failed, type SendOutcome, sent, unknown } from './outcome.ts'
import type { Reply } from './reply.ts'
import { openSession, type Session } from './session.ts'
import { refusal, SmtpFault } from './smtp-fault.ts'
import { type RejectedRecipient, startMail } from './start-mail.ts'

export type OutgoingMail = {
  envelope: Envelope
  source: Buffer
  /** Called once, when all but the end is with the server. The mail can have been sent only after it resolved. */
  beforeDot: () => Promise<void>
  signal?: AbortSignal | undefined
}

export type SendOptions = {
  timeouts?: Partial<SmtpTimeouts>
  /** How long a signal that comes after the dot still leaves for the answer. */
  graceMs?: number
}

type Progress = { accepted: string[]; rejected: RejectedRecipient[]; hasDotLeft: boolean }

/** Stops at once before the dot; after it an answer on its way is worth some seconds. */
function stopper(signal: AbortSignal | undefined, progress: Progress, graceMs: number) {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const onAbort = () => {
    if (!progress.hasDotLeft) stop.abort()
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

/** Up to the last byte of the mail, but not its end. */
async function sendBody({ dialogue }: Session, source: Buffer, timeouts: SmtpTimeouts) {
  const ready = await dialogue.command('DATA', timeouts.replyMs)
  if (ready.code >= 400) throw refusal(ready)
  if (ready.code !== 354)
    throw new SmtpFault('protocol', 'The server did not ask for the mail.', { reply: ready })
  for (const block of dataBody(source)) await dialogue.write(block, timeouts.blockMs)
}

/** From here on only a definite answer tells what happened. */
async function endMail({ dialogue }: Session, progress: Progress, timeouts: SmtpTimeouts): Promise<Reply> {
  // The line may have died, or the server said no, while the mark was written: then the dot never leaves.
  dialogue.assertTurn()
  progress.hasDotLeft = true
  dialogue.post(endOfData)
  return dialogue.read(timeouts.endMs)
}

async function transmit(session: Session, mail: OutgoingMail, progress: Progress, timeouts: SmtpTimeouts) {
  const envelope = readEnvelope(mail.envelope)
  await startMail(session, envelope, mail.source, progress, timeouts.replyMs)
  await sendBody(session, mail.source, timeouts)
  await mail.beforeDot().catch((cause) => {
    throw new SmtpFault('stopped', 'The sending was stopped before the end of the mail.', { cause })
  })
  const reply = await endMail(session, progress, timeouts)
  if (reply.code < 300) return sent(reply, progress)
  if (reply.code >= 400) return failed(refusal(reply), progress.rejected)
  return unknown(`The server answered ${reply.code} to the mail.`, progress)
}

/**
 * Hands a mail over at most once. Never throws for what servers and networks do, and never tries again:
 * `failed` means that nobody got it, `unknown` that nobody can tell.
 */
export async function sendMail(
  account: SmtpAccount,
  mail: OutgoingMail,
  net: Network,
  options: SendOptions = {},
): Promise<SendOutcome> {
  const timeouts = { ...sendingTimeouts, ...options.timeouts }
  const progress: Progress = { accepted: [], rejected: [], hasDotLeft: false }
  const { signal, release } = stopper(mail.signal, progress, options.graceMs ?? 5_000)
  let session: Session | undefined
  try {
    readEnvelope(mail.envelope)
    session = await openSession(account, { net, timeouts, signal })
    const outcome = await transmit(session, mail, progress, timeouts)
    session.dialogue.quit()
    return outcome
  } catch (error) {
    // In the middle of a mail no QUIT is heard; and an end by force cannot be taken for the end of the mail.
    session?.dialogue.destroy()
    if (!progress.hasDotLeft) return failed(error, progress.rejected)
    return unknown(error instanceof Error ? error.message : String(error), progress)
  } finally {
    release()
  }
}
