import type { Vault } from '../../platform/crypto/vault.ts'
import type { Database, Db } from '../../platform/db/database.ts'
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
import { findAccount, lockGrant } from './own-mailboxes.store.ts'
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

/** Concurrent callers wait for the lock and then find the token that the first one has stored. */
async function freshGrant(db: Db, { vault, refresh }: AccountDeps, mailboxId: string): Promise<Stored> {
  await lockGrant(db, mailboxId)
  const account = await readAccount(db, vault, mailboxId)
  const { secret, provider, secretId } = account
  if ('password' in secret || provider === 'imap' || isFresh(secret)) return account
  const grant = await refresh(provider, secret)
  if (!(await vault.replace(db, secretId, secretOwner(mailboxId), JSON.stringify(grant))))
    throw new AccountClosed('The mailbox was disconnected.')
  return { ...account, secret: grant }
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
    if ('password' in account.secret || isFresh(account.secret)) return withLogin(account)
    try {
      return withLogin(await db.transaction((tx) => freshGrant(tx, deps, mailboxId)))
    } catch (error) {
      if (!deps.isRevoked(error)) throw error
      const message = 'The provider has revoked access to this mailbox. Reconnect it.'
      await recordError(db, deps.live, mailboxId, { kind: 'grant_revoked', message, operation: 'refresh' })
      throw new AccountClosed(message, { cause: error })
    }
  }
  return { openAccount }
}
