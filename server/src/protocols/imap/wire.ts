import { isIP } from 'node:net'
import { ImapFlow, type ImapFlowOptions } from 'imapflow'
import type { Node, Parsed } from './response.ts'
import type { ImapAccount } from './types.ts'

/**
 * The part of imapflow that we use: its sockets, TLS, login, parser and command queue. Its own commands are
 * passed by, for three reasons: many of them turn an error into `false` (NOOP, STORE, COPY, EXPUNGE), they add
 * the namespace's prefix to paths, and their FETCH parses what we do not want. `exec` is not in its types;
 * the version is pinned, and the tests of this folder run on it.
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

const never = 2 ** 31 - 1
// Above any mail that we fetch whole: a server that announces more is not believed.
const largestLiteral = 256 * 1024 * 1024

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1|::ffff:127\..*)$/i.test(host)

export const secretOf = ({ auth }: ImapAccount) =>
  auth.kind === 'password' ? auth.password : auth.accessToken

export function createWire(account: ImapAccount, address: string, connectTimeoutMs: number): Wire {
  const { auth, username: user } = account
  const options: ImapFlowOptions = {
    host: address,
    port: account.port,
    secure: account.secure,
    // A password in clear never leaves the machine: elsewhere there is STARTTLS or no login.
    ...(account.secure || isLoopback(address) ? {} : { doSTARTTLS: true }),
    ...(isIP(account.host) ? {} : { servername: account.host }),
    auth: auth.kind === 'password' ? { user, pass: auth.password } : { user, accessToken: auth.accessToken },
    tls: { rejectUnauthorized: !account.allowInvalidCertificate, minVersion: 'TLSv1.2' },
    clientInfo: { name: 'Mailwright', version: '', vendor: '', 'support-url': '' },
    logger: false,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    // We watch silence ourselves: this one cannot tell a dead server from a slow reader on our side.
    socketTimeout: never,
    disableAutoIdle: true,
    // ENABLE is ours: with UTF8=ACCEPT or IMAP4rev2 the names of folders would be written otherwise.
    disableAutoEnable: true,
    disableCompression: true,
    maxLiteralSize: largestLiteral,
    maxResponseSize: largestLiteral + 1024 * 1024,
  }
  const wire = new ImapFlow(options) as unknown as Wire
  // Microsoft's "Suggested Backoff Time" would hold the error back for minutes: who waits is decided above us.
  wire.throttleWait = async () => false
  return wire
}
