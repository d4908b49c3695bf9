import { canonical } from '../../platform/outbound/read-host.ts'
import { secure } from '../../platform/outbound/secure.ts'
import type { Network, SmtpAccount, SmtpTimeouts } from './account.ts'
import { authenticate } from './authenticate.ts'
import { createDialogue, type Dialogue } from './dialogue.ts'
import { rejection, SmtpFault } from './smtp-fault.ts'

/** EHLO keywords with their parameters (RFC 5321 4.1.1.1). */
export type Extensions = Map<string, string[]>
export type Session = { dialogue: Dialogue; extensions: Extensions }

type Options = { net: Network; timeouts: SmtpTimeouts; signal: AbortSignal }

const isLoopback = (address: string | undefined) =>
  address !== undefined && /^(127\.|::1$)/.test(canonical(address))

async function greet(dialogue: Dialogue, account: SmtpAccount, ms: number): Promise<Extensions> {
  const reply = await dialogue.command(`EHLO ${account.clientName ?? '[127.0.0.1]'}`, ms)
  if (reply.code !== 250) throw rejection(reply)
  const extensions: Extensions = new Map()
  for (const line of reply.lines.slice(1)) {
    // `AUTH=LOGIN` is a pre-standard form that some servers still send beside the right one.
    const [keyword = '', ...parameters] = line
      .toUpperCase()
      .replace(/^AUTH=/, 'AUTH ')
      .split(/\s+/)
    extensions.set(keyword, [...(extensions.get(keyword) ?? []), ...parameters])
  }
  return extensions
}

async function startTls(dialogue: Dialogue, account: SmtpAccount, extensions: Extensions, options: Options) {
  const { connectMs, replyMs } = options.timeouts
  if (dialogue.isSecure()) return extensions
  if (!extensions.has('STARTTLS')) {
    // An attacker who strips the keyword gets neither the password nor the message (RFC 8314 4.1).
    if (isLoopback(dialogue.remoteAddress())) return extensions
    throw new SmtpFault('tls_failed', 'The server does not offer STARTTLS, and nothing is sent unencrypted.')
  }
  const reply = await dialogue.command('STARTTLS', replyMs)
  if (reply.code !== 220) throw rejection(reply, 'tls_failed')
  await dialogue.upgrade((socket) =>
    secure(socket, account.host, tlsOptions(account, connectMs, options.signal)),
  )
  // Extensions announced before TLS are discarded (RFC 3207 4.2).
  return greet(dialogue, account, replyMs)
}

const tlsOptions = (account: SmtpAccount, timeoutMs: number, signal: AbortSignal) => ({
  timeoutMs,
  signal,
  rejectUnauthorized: !account.allowInvalidCertificate,
  ...(account.ca !== undefined && { ca: account.ca }),
})

/** Connects, secures the connection and signs in. Throws an error of this protocol or of platform/outbound. */
export async function openSession(account: SmtpAccount, options: Options): Promise<Session> {
  const { net, timeouts, signal } = options
  const socket = await net.connect(account.host, account.port, { timeoutMs: timeouts.connectMs, signal })
  socket.setKeepAlive(true, 30_000)
  const connection = account.secure
    ? await secure(socket, account.host, tlsOptions(account, timeouts.connectMs, signal))
    : socket
  const dialogue = createDialogue(connection, { isSecure: account.secure, signal })
  try {
    const greeting = await dialogue.read(timeouts.replyMs)
    if (greeting.code !== 220) throw rejection(greeting)
    const extensions = await startTls(
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
