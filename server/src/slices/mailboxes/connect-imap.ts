import type { mailboxes } from '@mailwright/contract/mailboxes'
import type { Body } from '@mailwright/contract/route'
import { EncryptionDisabled } from '../../platform/crypto/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { MailServers } from './account.ts'
import type { LimitProbes } from './limit-probes.ts'
import type { Probe } from './ports.ts'
import { probeServers } from './probe-servers.ts'
import { type ConnectDeps, storeConnection } from './store-connection.ts'

type Input = Body<typeof mailboxes.connectImap>
type Call = { caller: Caller; ip: string; db: Db; transaction(): Promise<Db> }

const serversOf = (input: Input, address: string): MailServers => ({
  imap: { host: input.imapHost.trim(), port: input.imapPort, secure: input.imapSecure },
  smtp: { host: input.smtpHost.trim(), port: input.smtpPort, secure: input.smtpSecure },
  username: input.username ?? address,
  allowInvalidCertificate: input.allowInvalidCertificate ?? false,
})

/** Stores a mailbox only after signing in to both servers; no transaction is open during the probe. */
export async function connectImap(
  deps: ConnectDeps & { probe: Probe },
  limitProbes: LimitProbes,
  call: Call,
  input: Input,
) {
  if (!deps.vault.enabled) throw fault('credentials.encryption_disabled')
  const address = input.address.trim()
  const servers = serversOf(input, address)
  const secret = { password: input.password }
  const baseline = await limitProbes(call.db, call.caller.memberId, () =>
    probeServers(deps.probe, servers, secret),
  )
  try {
    return await storeConnection(await call.transaction(), deps, call, {
      provider: 'imap',
      address,
      servers,
      secret,
      baseline,
    })
  } catch (error) {
    if (error instanceof EncryptionDisabled) throw fault('credentials.encryption_disabled')
    throw error
  }
}
