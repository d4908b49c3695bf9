import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeName } from '../../src/protocols/imap/utf7.ts'
import { own } from './daemon.ts'

export type Source = string | Buffer

/** Maildir++: the inbox is the Maildir itself, `Work/2026` is `.Work.2026` below it. */
export function maildirOf(home: string, folder: string | undefined, separator: string): string {
  const maildir = join(home, 'Maildir')
  if (folder === undefined || folder.toUpperCase() === 'INBOX') return maildir
  return join(maildir, `.${encodeName(folder).replaceAll(separator, '.')}`)
}

const knownMaildirs = new Set<string>()
function ensureMaildir(maildir: string): void {
  if (knownMaildirs.has(maildir)) return
  const parts = maildir.split('/')
  const from = parts.indexOf('mail') + 2
  const folders = parts.slice(from).map((_, at) => parts.slice(0, from + at).join('/'))
  for (const folder of [...folders, maildir, ...['cur', 'new', 'tmp'].map((name) => join(maildir, name))]) {
    mkdirSync(folder, { recursive: true })
    own(folder)
  }
  knownMaildirs.add(maildir)
}

let count = 0

/** `flags` are Maildir flags: D draft, F flagged, R answered, S seen, T deleted. The date becomes INTERNALDATE. */
export async function dropIntoMaildir(
  maildir: string,
  sources: Source[],
  options: { flags?: string; date?: Date },
): Promise<void> {
  ensureMaildir(maildir)
  for (const source of sources) {
    // Synchronous calls take a third of the time; yield now and then for tests with open connections.
    if (count % 200 === 199) await new Promise((resolve) => setImmediate(resolve))
    // Dovecot assigns UIDs in name order; zero padding makes them follow the order of delivery.
    const order = String(++count).padStart(9, '0')
    const name = `${Math.floor(Date.now() / 1000)}.M${order}P${process.pid}.mail.test`
    const temporary = join(maildir, 'tmp', name)
    writeFileSync(temporary, source)
    own(temporary)
    if (options.date) utimesSync(temporary, options.date, options.date)
    const destination = options.flags ? join('cur', `${name}:2,${options.flags}`) : join('new', name)
    renameSync(temporary, join(maildir, destination))
  }
}
