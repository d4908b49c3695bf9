import { classify } from './classify.ts'
import { ImapFault } from './fault.ts'
import type { ImapAccount, ImapOptions } from './types.ts'
import { createWire, secretOf, type Wire } from './wire.ts'

const after = (ms: number, act: () => void) => {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

/** Connected and logged in. Whatever fails does so as an `ImapFault`, and leaves no socket behind. */
export async function connect(account: ImapAccount, options: ImapOptions): Promise<Wire> {
  const secret = secretOf(account)
  let wire: Wire | undefined
  try {
    const found = await options.resolve?.(account.host, account.port)
    wire = createWire(account, found?.address ?? account.host, options.connectTimeoutMs ?? 10_000)
    const opened = wire
    // Without a listener an 'error' after the login would end the process; 'close' tells us enough.
    opened.on('error', () => {})
    let late = false
    const stop = after(options.loginTimeoutMs ?? 30_000, () => {
      late = true
      opened.close()
    })
    try {
      await opened.connect()
    } catch (error) {
      throw late ? new ImapFault('unreachable', 'The server did not finish the login in time.') : error
    } finally {
      stop()
    }
    return opened
  } catch (error) {
    wire?.close()
    const fault = classify(error, secret)
    // Before the login an end is no end of a session: the server does not let us in.
    if (fault instanceof ImapFault && fault.kind === 'closed')
      throw new ImapFault('unreachable', fault.message, { cause: fault })
    throw fault
  }
}
