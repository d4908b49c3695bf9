import { isIP } from 'node:net'
import type { ImapFlow, ImapFlowOptions } from 'imapflow'
import type { Node, Parsed } from './response.ts'
import type { ImapAccount } from './types.ts'

/**
 * The part of imapflow that we use: sockets, TLS, login, parser and command queue. We do not use its commands, for
 * three reasons: many turn an error into `false` (NOOP, STORE, COPY, EXPUNGE), they add the namespace prefix to paths,
 * and their FETCH parses more than we need. `exec` is missing from its types; the version is pinned, and the tests of
 * this folder cover it.
 */
export type Wire = Pick<ImapFlow, 'connect' | 'close' | 'on' | 'capabilities' | 'enabled' | 'stats'> & {
  exec(
    command: string,
    attributes: (Node | string)[],
    options: { untagged?: Record<string, Untagged>; onPlusTag?: () => void | Promise<void> },
  ): Promise<{ response: Parsed; next(): void }>
  write(line: string): void
  untaggedHandlers: Record<string, Untagged | null>
  namespace?: { prefix: string; delimiter: string | null } | false
  byeReason?: string
  throttleWait(ms: number): Promise<boolean>
}
export type Untagged = (parsed: Parsed) => void | Promise<void>

const maxTimeoutMs = 2 ** 31 - 1
// Above any message that we fetch whole; a larger announced literal is rejected.
const maxLiteralBytes = 256 * 1024 * 1024

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1|::ffff:127\..*)$/i.test(host)

export const secretOf = ({ auth }: ImapAccount) =>
  auth.kind === 'password' ? auth.password : auth.accessToken

export async function createWire(
  account: ImapAccount,
  address: string,
  connectTimeoutMs: number,
): Promise<Wire> {
  const { auth, username: user } = account
  const options: ImapFlowOptions = {
    host: address,
    port: account.port,
    secure: account.secure,
    // A plain-text password never leaves the machine: remote servers need STARTTLS.
    ...(account.secure || isLoopback(address) ? {} : { doSTARTTLS: true }),
    ...(isIP(account.host) ? {} : { servername: account.host }),
    auth: auth.kind === 'password' ? { user, pass: auth.password } : { user, accessToken: auth.accessToken },
    tls: { rejectUnauthorized: !account.allowInvalidCertificate, minVersion: 'TLSv1.2' },
    clientInfo: { name: 'Mailwright', version: '', vendor: '', 'support-url': '' },
    logger: false,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    // We detect silence ourselves: this timeout cannot tell a dead server from a slow consumer on our side.
    socketTimeout: maxTimeoutMs,
    disableAutoIdle: true,
    // We send ENABLE ourselves: with UTF8=ACCEPT or IMAP4rev2, folder names would be encoded differently.
    disableAutoEnable: true,
    disableCompression: true,
    maxLiteralSize: maxLiteralBytes,
    maxResponseSize: maxLiteralBytes + 1024 * 1024,
  }
  // The library takes megabytes and a tenth of the start: loaded by the first mailbox.
  const { ImapFlow } = await import('imapflow')
  const wire = new ImapFlow(options) as unknown as Wire
  // imapflow would delay the error by Microsoft's "Suggested Backoff Time"; the caller decides about back-off.
  wire.throttleWait = async () => false
  return wire
}
