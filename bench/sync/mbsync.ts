import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dovecot } from '../../server/test/mail/dovecot.ts'

const configOf = (folder: string, port: number, user: { username: string; password: string }) => `
IMAPAccount a
Host 127.0.0.1
Port ${port}
User ${user.username}
Pass ${user.password}
SSLType None
AuthMechs LOGIN

IMAPStore remote
Account a

MaildirStore local
Path ${folder}/mail/
Inbox ${folder}/mail/INBOX

Channel c
Far :remote:
Near :local:
Patterns INBOX
Sync Pull
Create Near
SyncState ${folder}/state-
`

/** How long mbsync takes to copy the inboxes sequentially; undefined if it is not installed. */
export async function mbsyncSeconds(dovecot: Dovecot, users: string[]): Promise<number | undefined> {
  if (spawnSync('sh', ['-c', 'command -v mbsync']).status !== 0) return undefined
  let totalSeconds = 0
  for (const user of users) {
    const folder = await mkdtemp(join(tmpdir(), 'mw-mbsync-'))
    await mkdir(join(folder, 'mail'))
    await writeFile(join(folder, 'rc'), configOf(folder, dovecot.imapPort, dovecot.user(user)))
    const startedAt = performance.now()
    const child = spawn('mbsync', ['-q', '-c', join(folder, 'rc'), 'c'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [status] = await once(child, 'exit')
    totalSeconds += (performance.now() - startedAt) / 1000
    await rm(folder, { recursive: true, force: true })
    if (status !== 0) throw new Error(`mbsync failed for ${user}`)
  }
  return totalSeconds
}
