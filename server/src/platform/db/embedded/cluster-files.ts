import { randomBytes } from 'node:crypto'
import { closeSync, fchownSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ownUserName } from './account.ts'
import type { Cluster } from './cluster.ts'

export type PostmasterFile = { pid: number; status: string }

/** Written at each start: the account that connects may have changed since the last one. */
export function writeAccessRules(cluster: Cluster): void {
  const user = ownUserName()
  replaceFile(
    cluster,
    'pg_hba.conf',
    '# Written by Mailwright at each start.\n' +
      '# The kernel names the account at the other end of the socket; pg_ident.conf lists the one that may enter.\n' +
      'local all mailwright,postgres peer map=mailwright\n',
  )
  replaceFile(
    cluster,
    'pg_ident.conf',
    `# Written by Mailwright at each start.\nmailwright "${user}" mailwright\nmailwright "${user}" postgres\n`,
  )
}

export function readPostmasterFile(pgdata: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(pgdata, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' }
  } catch {
    return undefined
  }
}

/**
 * A reused pid or a zombie in postmaster.pid makes PostgreSQL refuse to start. Deleting the file would also delete the
 * shared memory key by which PostgreSQL detects server processes that outlived their postmaster, so only the pid is
 * replaced: by that of our own process, which the new postmaster ignores as its parent.
 */
export function disownPostmasterFile(cluster: Cluster): void {
  rmSync(join(cluster.pgdata, '.s.PGSQL.5432.lock'), { force: true })
  const file = join(cluster.pgdata, 'postmaster.pid')
  const lines = readFileSync(file, 'utf8').split('\n')
  // Truncated by a full disk or a crash during its creation: there is no key to keep.
  if (lines.length < 7) rmSync(file)
  else replaceFile(cluster, 'postmaster.pid', [String(process.pid), ...lines.slice(1)].join('\n'))
}

/** The folder belongs to a less trusted account than root: never write through a link that it could have created. */
function replaceFile(cluster: Cluster, name: string, content: string): void {
  const file = join(cluster.pgdata, name)
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const descriptor = openSync(draft, 'wx', 0o600)
  writeSync(descriptor, content)
  if (cluster.account) fchownSync(descriptor, cluster.account.uid, cluster.account.gid)
  closeSync(descriptor)
  renameSync(draft, file)
}
