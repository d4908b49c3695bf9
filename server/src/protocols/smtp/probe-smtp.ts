import { type Network, probeTimeouts, type SmtpAccount, type SmtpTimeouts } from './account.ts'
import { openSession } from './session.ts'
import { type SmtpFault, smtpFaultOf } from './smtp-fault.ts'

/** As in the contract's `smtp.<kind>`. */
type ProbeKind = 'host_not_found' | 'unreachable' | 'tls_failed' | 'auth_failed'
export type ProbeOutcome = { ok: true } | { ok: false; kind: ProbeKind; message: string }

const kindOf = ({ kind }: SmtpFault): ProbeKind =>
  kind === 'host_not_found' || kind === 'tls_failed' || kind === 'auth_failed' ? kind : 'unreachable'

/** Connects, secures the connection, signs in and quits. Nothing is sent. */
export async function probeSmtp(
  account: SmtpAccount,
  net: Network,
  options: { timeouts?: Partial<SmtpTimeouts>; signal?: AbortSignal } = {},
): Promise<ProbeOutcome> {
  const timeouts = { ...probeTimeouts, ...options.timeouts }
  const signal = options.signal ?? new AbortController().signal
  try {
    const { dialogue } = await openSession(account, { net, timeouts, signal })
    dialogue.quit()
    return { ok: true }
  } catch (error) {
    const fault = smtpFaultOf(error)
    return { ok: false, kind: kindOf(fault), message: fault.message }
  }
}
