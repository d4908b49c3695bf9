import { mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { own } from './daemon.ts'

export type Source = string | Buffer

/** Modified UTF-7 (RFC 3501 section 5.1.3): `Entwürfe` is `Entw&APw-rfe`. */
export const encodeFolderName = (name: string) =>
  name.replace(/&|[^\x20-\x7e]+/g, (part) => {
    if (part === '&') return '&-'
    const utf16 = Buffer.from(part, 'utf16le').swap16()
    return `&${utf16.toString('base64').replace(/=+$/, '').replaceAll('/', ',')}-`
  })

/** Maildir++: the inbox is the Maildir itself, `Work/2026` is `.Work.2026` below it. */
export function maildirOf(home: string, folder: string | undefined, separator: string): string {
  const maildir = join(home, 'Maildir')
  if (folder === undefined || folder.toUpperCase() === 'INBOX') return maildir
  return join(maildir, `.${encodeFolderName(folder).replaceAll(separator, '.')}`)
}

const made = new Set<string>()
function ensureMaildir(maildir: string): void {
  if (made.has(maildir)) return
  const parts = maildir.split('/')
  const from = parts.indexOf('mail') + 2
  const folders = parts.slice(from).map((_, at) => parts.slice(0, from + at).join('/'))
  for (const folder of [...folders, maildir, ...['cur', 'new', 'tmp'].map((name) => join(maildir, name))]) {
    mkdirSync(folder, { recursive: true })
    own(folder)
  }
  made.add(maildir)
}

let count = 0

/** `flags` are Maildir's letters: D draft, F flagged, R answered, S seen, T deleted. The date is INTERNALDATE. */
export async function dropIntoMaildir(
  maildir: string,
  sources: Source[],
  options: { flags?: string; date?: Date },
): Promise<void> {
  ensureMaildir(maildir)
  for (const source of sources) {
    // Synchronous calls take a third of the time; a test with open connections still gets its turn.
    if (count % 200 === 199) await new Promise((resolve) => setImmediate(resolve))
    // Dovecot gives UIDs in the order of the names: zero-padded, so that they follow the order of delivery.
    const order = String(++count).padStart(9, '0')
    const name = `${Math.floor(Date.now() / 1000)}.M${order}P${process.pid}.mail.test`
    const draft = join(maildir, 'tmp', name)
    writeFileSync(draft, source)
    own(draft)
    if (options.date) utimesSync(draft, options.date, options.date)
    const home = options.flags ? join('cur', `${name}:2,${options.flags}`) : join('new', name)
    renameSync(draft, join(maildir, home))
  }
}
