import { setTimeout as sleep } from 'node:timers/promises'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import type { ImapAccount } from '../../protocols/imap/imap.ts'
import type { SmtpAccount } from '../../protocols/smtp/account.ts'
import {
  type Grant,
  imapAccount,
  type Login,
  type Secret,
  type StoredAccount,
  secretOwner,
  smtpAccount,
} from './account.ts'
import type { Provider } from './mailboxes.store.ts'
import { claimRefresh, findAccount, releaseRefresh } from './own-mailboxes.store.ts'
import { recordError } from './record-error.ts'

/** There are no usable credentials: the mailbox is disconnected or deleted, or its grant was revoked. */
export class AccountClosed extends Error {
  override name = 'AccountClosed'
}

export type AccountDeps = {
  live: Live
  vault: Vault
  /** Obtains a new access token; throws an error that `isRevoked` recognises when the grant was revoked. */
  refresh(provider: Exclude<Provider, 'imap'>, grant: Grant): Promise<Grant>
  isRevoked(error: unknown): boolean
}

// A token must not expire before the server has checked it.
const minLifetimeMs = 2 * 60_000
const isFresh = ({ expiresAt }: Grant) => Date.parse(expiresAt) - Date.now() > minLifetimeMs

type Stored = StoredAccount & { secretId: string; secret: Secret }

async function readAccount(db: Db, vault: Vault, mailboxId: string): Promise<Stored> {
  const account = await findAccount(db, mailboxId)
  const { secretId } = account ?? {}
  const text = secretId ? await vault.read(db, secretId, secretOwner(mailboxId)) : undefined
  if (!account || !secretId || text === undefined) throw new AccountClosed('The mailbox is not connected.')
  return { ...account, secretId, secret: JSON.parse(text) as Secret }
}

const isUsable = ({ secret }: Stored) => 'password' in secret || isFresh(secret)

// Longer than a claim lasts: after that the next caller claims it.
const maxWaitMs = 90_000
const recheckMs = 150

/** Concurrent callers wait for the first one and then find the token that it has stored. */
async function waitForClaim(db: Database, { vault }: AccountDeps, mailboxId: string, claim: string) {
  const deadline = performance.now() + maxWaitMs
  while ((await claimRefresh(db, mailboxId, claim)) === 0) {
    const account = await readAccount(db, vault, mailboxId)
    if (isUsable(account)) return account
    if (performance.now() > deadline) throw new Error('another process refreshes the access token')
    await sleep(recheckMs)
  }
  return undefined
}

/** Calls the provider outside any transaction: it may take long to answer. */
async function refreshClaimed(db: Database, deps: AccountDeps, mailboxId: string, claim: string) {
  const { vault, refresh } = deps
  const account = await readAccount(db, vault, mailboxId)
  const { secret, provider, secretId } = account
  if ('password' in secret || provider === 'imap' || isFresh(secret)) return account
  const grant = await refresh(provider, secret)
  await db.transaction(async (tx) => {
    if ((await releaseRefresh(tx, mailboxId, claim)) === 0)
      throw new Error('the provider took too long to refresh the access token')
    if (!(await vault.replace(tx, secretId, secretOwner(mailboxId), JSON.stringify(grant))))
      throw new AccountClosed('The mailbox was disconnected.')
  })
  return { ...account, secret: grant }
}

async function freshAccount(db: Database, deps: AccountDeps, mailboxId: string): Promise<Stored> {
  const claim = newId()
  const found = await waitForClaim(db, deps, mailboxId, claim)
  if (found) return found
  try {
    return await refreshClaimed(db, deps, mailboxId, claim)
  } finally {
    // Changes nothing after a success; otherwise the next caller need not wait.
    await releaseRefresh(db, mailboxId, claim).catch(() => undefined)
  }
}

export type OpenAccount = { imap: ImapAccount; smtp: SmtpAccount }
const withLogin = ({ servers, secret }: Stored): OpenAccount => {
  const login: Login =
    'password' in secret ? { password: secret.password } : { accessToken: secret.accessToken }
  return { imap: imapAccount(servers, login), smtp: smtpAccount(servers, login) }
}

export function createAccounts(deps: AccountDeps) {
  /** Returns the servers of a mailbox with credentials, refreshing an expiring token. Throws AccountClosed. */
  async function openAccount(db: Database, mailboxId: string): Promise<OpenAccount> {
    const account = await readAccount(db, deps.vault, mailboxId)
    if (isUsable(account)) return withLogin(account)
    try {
      return withLogin(await freshAccount(db, deps, mailboxId))
    } catch (error) {
      if (!deps.isRevoked(error)) throw error
      const message = 'The provider has revoked access to this mailbox. Reconnect it.'
      await recordError(db, deps.live, mailboxId, { kind: 'grant_revoked', message, operation: 'refresh' })
      throw new AccountClosed(message, { cause: error })
    }
  }
  return { openAccount }
}
