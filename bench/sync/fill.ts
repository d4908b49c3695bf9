import { openImap } from '../../server/src/protocols/imap/imap.ts'
import type { Dovecot } from '../../server/test/mail/dovecot.ts'
import { mailWithAttachments, mixedMails } from '../../server/test/mail/messages.ts'
import { randomFrom } from '../../server/test/mail/random.ts'

export type Filled = { messages: number; bytes: number }

const batchSize = 1_000
const templateCount = 2_000
const largeBytes = 400_000

/** Makes a source unique: id and subject are replaced, the rest is one of some thousand templates. */
function makeUnique(source: Buffer, id: string): Buffer {
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
 * Writes messages into a Maildir. Generating each one takes longer than mirroring it, so some thousand templates are
 * generated and each copy gets its own id and subject. `largeEvery`: one in n messages has half a megabyte.
 */
export async function fillMailbox(
  dovecot: Dovecot,
  user: string,
  messages: number,
  largeEvery: number,
): Promise<Filled> {
  const templates = mixedMails(templateCount)
  const files = largeEvery > 0 ? Array.from({ length: 20 }, (_, n) => large(n + 1)) : []
  const sourceOf = (n: number) => {
    const isLarge = largeEvery > 0 && n % largeEvery === 0
    const template = isLarge ? files[n % files.length] : templates[n % templateCount]
    return makeUnique(template ?? Buffer.alloc(0), `${user}-${n}`)
  }
  let bytes = 0
  for (let from = 0; from < messages; from += batchSize) {
    const sources = Array.from({ length: Math.min(batchSize, messages - from) }, (_, i) => sourceOf(from + i))
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
