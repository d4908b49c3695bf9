import { canonical } from '../../platform/outbound/read-host.ts'
import { secure } from '../../platform/outbound/secure.ts'
import type { Network, SmtpAccount, SmtpTimeouts } from './account.ts'
import { authenticate } from './authenticate.ts'
import { createDialogue, type Dialogue } from './dialogue.ts'
import { refusal, SmtpFault } from './smtp-fault.ts'

/** Keywords of EHLO with what follows them (RFC 5321 4.1.1.1). */
export type Extensions = Map<string, string[]>
export type Session = { dialogue: Dialogue; extensions: Extensions }

type Options = { net: Network; timeouts: SmtpTimeouts; signal: AbortSignal }

const isLoopback = (address: string | undefined) =>
  address !== undefined && /^(127\.|::1$)/.test(canonical(address))

async function greet(dialogue: Dialogue, account: SmtpAccount, ms: number): Promise<Extensions> {
  const reply = await dialogue.command(`EHLO ${account.clientName ?? '[127.0.0.1]'}`, ms)
  if (reply.code !== 250) throw refusal(reply)
  const extensions: Extensions = new Map()
  for (const line of reply.lines.slice(1)) {
    // `AUTH=LOGIN` is how servers wrote it before the standard; some still do beside the right form.
    const [keyword = '', ...parameters] = line
      .toUpperCase()
      .replace(/^AUTH=/, 'AUTH ')
      .split(/\s+/)
    extensions.set(keyword, [...(extensions.get(keyword) ?? []), ...parameters])
  }
  return extensions
}

async function protect(dialogue: Dialogue, account: SmtpAccount, extensions: Extensions, options: Options) {
  const { connectMs, replyMs } = options.timeouts
  if (dialogue.isSecure()) return extensions
  if (!extensions.has('STARTTLS')) {
    // An attacker who strikes the keyword out gets neither the password nor the mail (RFC 8314 4.1).
    if (isLoopback(dialogue.remoteAddress())) return extensions
    throw new SmtpFault('tls_failed', 'The server does not offer STARTTLS, and nothing is sent in the clear.')
  }
  const reply = await dialogue.command('STARTTLS', replyMs)
  if (reply.code !== 220) throw refusal(reply, 'tls_failed')
  await dialogue.upgrade((socket) =>
    secure(socket, account.host, tlsOptions(account, connectMs, options.signal)),
  )
  // What was said before TLS is forgotten (RFC 3207 4.2).
  return greet(dialogue, account, replyMs)
}

const tlsOptions = (account: SmtpAccount, timeoutMs: number, signal: AbortSignal) => ({
  timeoutMs,
  signal,
  rejectUnauthorized: !account.allowInvalidCertificate,
  ...(account.ca !== undefined && { ca: account.ca }),
})

/** Connected, protected and signed in; or closed, with an error of this protocol or of platform/outbound. */
export async function openSession(account: SmtpAccount, options: Options): Promise<Session> {
  const { net, timeouts, signal } = options
  const socket = await net.connect(account.host, account.port, { timeoutMs: timeouts.connectMs, signal })
  socket.setKeepAlive(true, 30_000)
  const line = account.secure
    ? await secure(socket, account.host, tlsOptions(account, timeouts.connectMs, signal))
    : socket
  const dialogue = createDialogue(line, { isSecure: account.secure, signal })
  try {
    const greeting = await dialogue.read(timeouts.replyMs)
    if (greeting.code !== 220) throw refusal(greeting)
    const extensions = await protect(
      dialogue,
      account,
      await greet(dialogue, account, timeouts.replyMs),
      options,
    )
    if (account.auth) {
      const offered = new Set(extensions.get('AUTH'))
      await authenticate(dialogue, account.auth, offered, timeouts.replyMs)
    }
    return { dialogue, extensions }
  } catch (error) {
    dialogue.quit()
    throw error
  }
}
