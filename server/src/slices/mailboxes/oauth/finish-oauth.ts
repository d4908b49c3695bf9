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

/** A mailbox that lets nobody in over IMAP is of no use, whatever the provider granted. */
async function probeImap(probe: Probe, { servers }: Configured, address: string, accessToken: string) {
  const at = servers(address)
  await probe.imap(imapAccount(at, { accessToken })).catch((error) => {
    const known = faultOf('imap', at.imap, error)
    if (!(known instanceof AppError)) throw known
    throw fault('mailbox.oauth_failed', { details: { reason: known.code } })
  })
}

async function exchangeGrant(
  deps: FinishDeps,
  configured: Configured,
  query: CallbackQuery,
  signIn: SignedIn,
) {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, value)
  try {
    const code = readCallback(configured.oauth, given, query.state)
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
type SignedIn = { codeVerifier: string; nonce: string }

/** The browser is back from the provider: connects the mailbox that the member has consented to. */
export async function finishOAuth(deps: FinishDeps, call: Call, query: CallbackQuery): Promise<string> {
  // By itself and not with the rest: a state that was seen once is spent, whatever comes of it.
  const signIn = await consumeSignIn(call.db, hashToken(query.state), call.caller.memberId)
  if (!signIn) throw fault('mailbox.oauth_failed', { details: { reason: 'state' } })
  const configured = deps.providers[signIn.provider]
  if (!configured) throw fault('mailbox.oauth_unavailable')
  if (!deps.vault.enabled) throw fault('credentials.encryption_disabled')
  const { address, grant } = await exchangeGrant(deps, configured, query, signIn)
  await probeImap(deps.probe, configured, address, grant.accessToken)
  await storeConnection(await call.transaction(), deps, call, {
    provider: signIn.provider,
    address,
    servers: configured.servers(address),
    secret: grant,
  })
  call.header('Content-Type', 'text/html; charset=utf-8')
  return connectedPage(call.locale, address)
}
