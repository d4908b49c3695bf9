import { openImap } from '../../server/src/protocols/imap/imap.ts'
import type { Dovecot } from '../../server/test/mail/dovecot.ts'
import { mailWithAttachments, mixedMails } from '../../server/test/mail/messages.ts'
import { randomFrom } from '../../server/test/mail/random.ts'

export type Filled = { messages: number; bytes: number }

const batch = 1_000
const kinds = 2_000
const largeBytes = 400_000

/** A source that no other has: its id and its first line of text are its own, the rest is one of some thousands. */
function distinct(source: Buffer, id: string): Buffer {
  const end = source.indexOf('\r\n\r\n')
  const head = source
    .toString('latin1', 0, end)
    .replace(/^Message-ID: .*$/m, `Message-ID: <${id}@example.org>`)
    .replace(/^Subject: (?!=\?)(.*)$/m, `Subject: $1 ${id}`)
  return Buffer.concat([Buffer.from(head, 'latin1'), source.subarray(end)])
}

const large = (seed: number) =>
  mailWithAttachments({
    seed,
    attachments: [
      {
        name: `film-${seed}.mp4`,
        type: 'video/mp4',
        content: Buffer.alloc(largeBytes, randomFrom(seed).bytes(997)),
      },
    ],
  })

/**
 * Mail straight into a Maildir. Making each from words takes longer than mirroring it, so that some thousand are made
 * and each copy gets an id and a subject of its own. `largeEvery`: one in so many carries half a megabyte.
 */
export async function fillMailbox(
  dovecot: Dovecot,
  user: string,
  messages: number,
  largeEvery: number,
): Promise<Filled> {
  const templates = mixedMails(kinds)
  const files = largeEvery > 0 ? Array.from({ length: 20 }, (_, n) => large(n + 1)) : []
  const sourceOf = (n: number) => {
    const isLarge = largeEvery > 0 && n % largeEvery === 0
    const template = isLarge ? files[n % files.length] : templates[n % kinds]
    return distinct(template ?? Buffer.alloc(0), `${user}-${n}`)
  }
  let bytes = 0
  for (let from = 0; from < messages; from += batch) {
    const sources = Array.from({ length: Math.min(batch, messages - from) }, (_, i) => sourceOf(from + i))
    for (const source of sources) bytes += source.length
    await dovecot.deliver(user, sources)
  }
  return { messages, bytes }
}

export async function openInbox(dovecot: Dovecot, user: string): Promise<void> {
  const { username, password } = dovecot.user(user)
  const session = await openImap({
    host: '127.0.0.1',
    port: dovecot.imapPort,
    secure: false,
    username,
    allowInvalidCertificate: true,
    auth: { kind: 'password', password },
  })
  await session.open('INBOX')
  await session.close()
}
