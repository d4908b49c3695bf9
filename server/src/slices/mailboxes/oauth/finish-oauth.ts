import { hashToken } from '../../../platform/crypto/tokens.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { AppError, fault } from '../../../platform/errors/app-error.ts'
import type { Caller, Locale } from '../../../platform/http/call.ts'
import { readCallback } from '../../../protocols/oauth/authorisation.ts'
import type { OAuth } from '../../../protocols/oauth/oauth.ts'
import { OAuthFault } from '../../../protocols/oauth/oauth-fault.ts'
import { type Grant, imapAccount } from '../account.ts'
import type { Probe } from '../ports.ts'
import { faultOf } from '../probe-servers.ts'
import { type ConnectDeps, storeConnection } from '../store-connection.ts'
import { connectedPage } from './connected-page.ts'
import { consumeSignIn } from './oauth.store.ts'
import type { Configured } from './providers.ts'
import { redirectUriOf, type StartDeps } from './start-oauth.ts'

export type FinishDeps = ConnectDeps & StartDeps & { oauth: OAuth; probe: Probe }
type Call = {
  caller: Caller
  ip: string
  locale: Locale
  db: Database
  transaction(): Promise<Db>
  header(name: string, value: string): void
}
type CallbackQuery = { state: string } & Record<string, string | undefined>

/** A grant is useless if the mailbox does not accept it over IMAP. */
async function probeImap(probe: Probe, { servers }: Configured, address: string, accessToken: string) {
  const mailServers = servers(address)
  return probe.imap(imapAccount(mailServers, { accessToken })).catch((error) => {
    const mapped = faultOf('imap', mailServers.imap, error)
    if (!(mapped instanceof AppError)) throw mapped
    throw fault('mailbox.oauth_failed', { details: { reason: mapped.code } })
  })
}

type PendingSignIn = { codeVerifier: string; nonce: string }

async function exchangeGrant(
  deps: FinishDeps,
  configured: Configured,
  query: CallbackQuery,
  signIn: PendingSignIn,
) {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, value)
  try {
    const code = readCallback(configured.oauth, params, query.state)
    const { codeVerifier, nonce } = signIn
    const redirectUri = redirectUriOf(deps.origin)
    const tokens = await deps.oauth.exchangeCode(configured.oauth, { code, codeVerifier, redirectUri })
    const { address } = await deps.oauth.fetchAddress(configured.oauth, tokens, { nonce })
    const { accessToken, refreshToken, expiresAt } = tokens
    const grant: Grant = { accessToken, refreshToken, expiresAt: expiresAt.toISOString() }
    return { address, grant }
  } catch (error) {
    if (error instanceof OAuthFault) throw fault('mailbox.oauth_failed', { details: { reason: error.kind } })
    throw error
  }
}

/** Handles the OAuth callback: connects the mailbox the member has consented to. */
export async function finishOAuth(deps: FinishDeps, call: Call, query: CallbackQuery): Promise<string> {
  // Outside the transaction: a state is single-use, even if a later step fails.
  const signIn = await consumeSignIn(call.db, hashToken(query.state), call.caller.memberId)
  if (!signIn) throw fault('mailbox.oauth_failed', { details: { reason: 'state' } })
  const configured = deps.providers[signIn.provider]
  if (!configured) throw fault('mailbox.oauth_unavailable')
  if (!deps.vault.enabled) throw fault('credentials.encryption_disabled')
  const { address, grant } = await exchangeGrant(deps, configured, query, signIn)
  const baseline = await probeImap(deps.probe, configured, address, grant.accessToken)
  await storeConnection(await call.transaction(), deps, call, {
    provider: signIn.provider,
    address,
    servers: configured.servers(address),
    secret: grant,
    baseline,
  })
  call.header('Content-Type', 'text/html; charset=utf-8')
  return connectedPage(call.locale, address)
}
