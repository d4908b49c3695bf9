import { expect, it } from 'vitest'
import { createMember } from '#test/factories'
import { createTestMailbox, deliver, newMail } from '#test/mirror'
import { testServer } from '#test/server'
import { parseSearch } from './search-query.ts'
import { estimateMatches, readWordFrequencies } from './word-frequencies.store.ts'

const common = new Map(Object.entries({ the: 0.9, invoice: 0.3, '<ada': 0.05 }))
const frequencies = { common, rareShare: 0.01, messages: 1_000 }

it.each([
  ['the', 900],
  ['quagga', 10],
  ['the invoice', 270],
  ['"the invoice"', 270],
  ['from:ada', 50],
  ['from:invoice', 10],
  ['invoice OR ada', 310],
  ['invoice is:unread', 300],
  ['invoice -the', 300],
  ['inv*', undefined],
  ['is:unread', undefined],
  ['invoice OR is:unread', undefined],
])('estimates the matches of %s as %s', (q, expected) => {
  const node = parseSearch(q, new Date())
  expect(node && estimateMatches(node, frequencies)?.matches).toBe(expected)
})

it('reads the common words once the table has been analysed', async () => {
  const server = await testServer()
  try {
    expect(await readWordFrequencies(server.db)).toBeUndefined()
    const ada = await createMember(server)
    const mailbox = await createTestMailbox(server.db, ada.id)
    const mail = { subject: 'Daily report', snippet: null, from: { email: 'bob@example.net' } }
    await deliver(
      server.db,
      Array.from({ length: 40 }, () => newMail(mailbox, mail)),
    )
    await server.db.pool.query('analyze messages')
    const found = await readWordFrequencies(server.db)
    expect(found?.messages).toBe(40)
    expect(found?.common.get('report')).toBeCloseTo(1)
    expect(found?.common.get('<bob')).toBeCloseTo(1)
  } finally {
    await server.close()
  }
})
