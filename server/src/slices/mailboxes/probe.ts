import type { Outbound } from '../../platform/outbound/outbound.ts'
import { probeImap } from '../../protocols/imap/imap.ts'
import { probeSmtp } from '../../protocols/smtp/probe-smtp.ts'
import type { Probe } from './ports.ts'

/** A server that did not let us in, in the words of the protocol. */
class ProbeRejected extends Error {
  override name = 'Refused'
  readonly kind: string

  constructor(kind: string) {
    super(kind)
    this.kind = kind
  }
}

/** Tries real servers. The host is judged first, so that a blocked one is told from one that is silent. */
export const createProbe = (outbound: Outbound): Probe => ({
  imap: async (account) => {
    await outbound.resolve(account.host, account.port)
    await probeImap(account, { resolve: outbound.resolve })
  },
  smtp: async (account) => {
    await outbound.resolve(account.host, account.port)
    const outcome = await probeSmtp(account, outbound)
    if (!outcome.ok) throw new ProbeRejected(outcome.kind)
  },
})
