import { assertNoTransaction } from '../../platform/concurrency/transaction-scope.ts'
import { classify } from './classify.ts'
import { ImapFault } from './fault.ts'
import type { ImapAccount, ImapOptions } from './types.ts'
import { createWire, secretOf, type Wire } from './wire.ts'

/** Connects and logs in. Every failure is an `ImapFault` and leaves no socket open. */
export async function connect(account: ImapAccount, options: ImapOptions): Promise<Wire> {
  assertNoTransaction('An IMAP connection was opened')
  const secret = secretOf(account)
  let wire: Wire | undefined
  try {
    const resolved = await options.resolve?.(account.host, account.port)
    wire = await createWire(account, resolved?.address ?? account.host, options.connectTimeoutMs ?? 10_000)
    const opened = wire
    // Without a listener, an 'error' after the login would crash the process; 'close' is enough for us.
    opened.on('error', () => {})
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      opened.close()
    }, options.loginTimeoutMs ?? 30_000)
    try {
      await opened.connect()
    } catch (error) {
      throw timedOut ? new ImapFault('unreachable', 'The server did not finish the login in time.') : error
    } finally {
      clearTimeout(timer)
    }
    return opened
  } catch (error) {
    wire?.close()
    const fault = classify(error, secret)
    // A connection closed before the login never was a session: the server is unreachable.
    if (fault instanceof ImapFault && fault.kind === 'closed')
      throw new ImapFault('unreachable', fault.message, { cause: fault })
    throw fault
  }
}
