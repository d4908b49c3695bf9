import { expect, it } from 'vitest'
import { createMember } from '#test/factories'
import { createTestMailbox, deliver, newMail } from '#test/mirror'
import { testServer } from '#test/server'
import { sql } from '../../../platform/db/sql.ts'
import { listThreads } from '../list-threads.ts'
import { parseSearch } from './search-query.ts'
import { hashChar, hashChars, requiredHashChars } from './word-hashes.ts'

it('keeps the stored hash characters', () => {
  // Threads stored with other characters would no longer be found.
  const stored = [35_088, 8_205, 9_083]
  expect(['invoice', '<ada', 'été'].map((word) => hashChar(word).charCodeAt(0))).toEqual(stored)
})

it.each([
  ['invoice', ['invoice']],
  ['invoice march', ['invoice', 'march']],
  ['"invoice march"', ['invoice', 'march']],
  ['subject:invoice', ['invoice']],
  ['from:ada', ['<ada']],
  ['to:ada', ['>ada']],
  ['inv*', []],
  ['march inv*', ['march']],
  ['invoice -march', ['invoice']],
  ['invoice OR march', []],
  ['invoice is:unread', ['invoice']],
])('requires for %s the hash characters of %j', (q, words) => {
  const node = parseSearch(q, new Date())
  expect(node && requiredHashChars(node)).toEqual(words.map(hashChar))
})

it('finds every thread by each of its words, also after a merge', async () => {
  const server = await testServer()
  try {
    const ada = await createMember(server)
    const mailbox = await createTestMailbox(server.db, ada.id)
    const mail = (n: number, word: string, inReplyTo: string | null) => ({
      subject: `Number ${n}`,
      snippet: word,
      messageIdHeader: `${n}@example.org`,
      inReplyTo,
      references: inReplyTo ? [inReplyTo] : [],
      from: { email: `p${n}@example.net` },
    })
    const store = (...mails: ReturnType<typeof mail>[]) =>
      deliver(
        server.db,
        mails.map((message) => newMail(mailbox, message)),
      )
    // Without statistics threads are scanned one by one.
    const found = async (q: string) => {
      const query = { q, folder: 'inbox', limit: 50 }
      const { text } = await listThreads(server.db, { memberId: ada.id } as never, query)
      const { threads } = JSON.parse(text) as { threads: { subject: string; messageCount: number }[] }
      return threads.map(({ subject, messageCount }) => `${subject} of ${messageCount}`)
    }
    await store(mail(1, 'alpha', null), mail(2, 'beta', null))
    await store(mail(3, 'gamma', '1@example.org'))
    expect(await found('gamma')).toEqual(['Number 1 of 2'])
    // The fourth message refers to both threads and merges them.
    await store({ ...mail(4, 'delta', '1@example.org'), references: ['1@example.org', '2@example.org'] })
    for (const word of ['alpha', 'beta', 'gamma', 'delta'])
      expect(await found(word)).toEqual(['Number 1 of 4'])
    expect(await found('epsilon')).toEqual([])
    const [words] = await server.db.rows<{ words: string }>(sql`select words from thread_words`)
    expect(words?.words).toContain(hashChars(['gamma']))
  } finally {
    await server.close()
  }
})
