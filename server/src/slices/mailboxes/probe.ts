import type { Outbound } from '../../platform/outbound/outbound.ts'
import { probeImap } from '../../protocols/imap/imap.ts'
import { probeSmtp } from '../../protocols/smtp/probe-smtp.ts'
import { readBaseline } from './mirror/read-baseline.ts'
import type { Probe } from './ports.ts'

/** A failed SMTP probe, with the failure kind of the protocol client. */
class ProbeRejected extends Error {
  override name = 'ProbeRejected'
  readonly kind: string

  constructor(kind: string) {
    super(kind)
    this.kind = kind
  }
}

/** Probes real servers. Resolves the host first, to tell a blocked address from an unreachable server. */
export const createProbe = (outbound: Outbound): Probe => ({
  imap: async (account) => {
    await outbound.resolve(account.host, account.port)
    return probeImap(account, { resolve: outbound.resolve }, readBaseline)
  },
  smtp: async (account) => {
    await outbound.resolve(account.host, account.port)
    const outcome = await probeSmtp(account, outbound)
    if (!outcome.ok) throw new ProbeRejected(outcome.kind)
  },
})
