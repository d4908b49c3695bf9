import fc from 'fast-check'
import { expect, it } from 'vitest'
import { net, quick, source } from './fixtures/harness.ts'
import { startPeer } from './fixtures/peer.ts'
import { sendMail } from './send-mail.ts'

// All bytes of an undisturbed dialogue: about 200 from us, about 180 from the peer.
const breakAt = fc.record({
  direction: fc.constantFrom('in' as const, 'out' as const),
  bytes: fc.integer({ min: 0, max: 260 }),
  how: fc.constantFrom('end' as const, 'reset' as const, 'hang' as const),
})
const verdict = fc.constantFrom(
  '250 2.0.0 queued\r\n',
  '250-2.0.0 is\r\n250 2.0.0 queued\r\n',
  '451 4.0.0 later\r\n',
  '554 5.0.0 never\r\n',
)

it('says sent only of what the peer took, and failed only of what it did not', async () => {
  const seen: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(breakAt, verdict, fc.integer({ min: 0, max: 3 }), async (at, said, markMs) => {
      const peer = await startPeer({ breakAt: at, verdict: said })
      let isMarked = false
      const beforeDot = async () => {
        await new Promise((resolve) => setTimeout(resolve, markMs))
        isMarked = true
      }
      const account = {
        host: 'mail.example',
        port: peer.port,
        secure: false,
        auth: { user: 'a', password: 'b' },
      }
      const mail = { envelope: { from: 'a@x.example', to: ['b@x.example'] }, source, beforeDot }
      const timeouts = { ...quick, replyMs: 60, endMs: 60 }
      const outcome = await sendMail(account, mail, net, { timeouts })
      // What is on its way arrives before the truth is asked for.
      await new Promise((resolve) => setTimeout(resolve, 10))
      const hasTaken = peer.accepted().length > 0
      await peer.close()
      seen[outcome.state] = (seen[outcome.state] ?? 0) + 1
      if (outcome.state === 'sent') expect(hasTaken).toBe(true)
      if (outcome.state === 'failed') expect(hasTaken).toBe(false)
      if (outcome.state !== 'failed') expect(isMarked).toBe(true)
      expect(peer.mails.length).toBeLessThanOrEqual(1)
    }),
    { numRuns: 200 },
  )
  // Each kind of end was met, so none of the rules above was held by an empty set.
  expect(Object.keys(seen).sort()).toEqual(['failed', 'sent', 'unknown'])
})
