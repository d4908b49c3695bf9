import { spawnSync } from 'node:child_process'
import { chownSync, lchownSync, readdirSync, type Stats, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'

export type Account = { uid: number; gid: number }

/**
 * PostgreSQL refuses to run as root, so as root it runs under another account; `undefined` means under ours.
 * The owner of existing data comes first: its files must stay readable whatever accounts were added since.
 */
export function chooseAccount(pgdata: string): Account | undefined {
  const own = process.getuid?.() ?? 0
  const existing = statSync(pgdata, { throwIfNoEntry: false })
  if (own !== 0) {
    if (existing && existing.uid !== own) {
      throw new EmbeddedPostgresError(
        `The database folder ${pgdata} belongs to the account with uid ${existing.uid}: start Mailwright as root or as that account, or hand it over with "chown -R ${own} ${pgdata}".`,
      )
    }
    return undefined
  }
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid }
  const account = accountNamed('postgres') ?? accountNamed('nobody')
  if (account) return account
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root and there is no account named postgres or nobody: add one, start Mailwright as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

function accountNamed(name: string): Account | undefined {
  const read = (flag: string) => {
    const id = spawnSync('id', [flag, name], { encoding: 'utf8' })
    return id.status === 0 ? Number(id.stdout.trim()) : undefined
  }
  const uid = read('-u')
  const gid = read('-g')
  return uid && gid !== undefined ? { uid, gid } : undefined
}

/** The account name that PostgreSQL's peer authentication sees for our connections. */
export function ownUserName(): string {
  try {
    return userInfo().username
  } catch {
    throw new EmbeddedPostgresError(
      `The account that runs Mailwright (uid ${process.getuid?.()}) has no name on this system, which PostgreSQL needs: add it to /etc/passwd, run under a named account, or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

/** Whether the account can traverse every folder down to `path` (by mode bits only). */
export function canReach(account: Account | undefined, path: string): boolean {
  if (!account) return true
  for (let folder = path; ; folder = dirname(folder)) {
    if (!maySearch(account, statSync(folder))) return false
    if (folder === dirname(folder)) return true
  }
}

function maySearch(account: Account, folder: Stats): boolean {
  if (folder.uid === account.uid) return (folder.mode & 0o100) !== 0
  if (folder.gid === account.gid) return (folder.mode & 0o010) !== 0
  return (folder.mode & 0o001) !== 0
}

/** After a "chown -R root" of the data folder: gives the database, and nothing else, back to its account. */
export function takeBackFromRoot(account: Account | undefined, pgdata: string): void {
  const existing = statSync(pgdata, { throwIfNoEntry: false })
  if (!account || existing?.uid !== 0) return
  for (const entry of readdirSync(pgdata, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(pgdata, entry), account.uid, account.gid)
  }
  chownSync(pgdata, account.uid, account.gid)
}
