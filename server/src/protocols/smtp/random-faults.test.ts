import fc from 'fast-check'
import { expect, it } from 'vitest'
import { net, quick, source } from './fixtures/harness.ts'
import { startPeer } from './fixtures/peer.ts'
import { sendMail } from './send-mail.ts'

// An undisturbed dialogue has about 200 bytes from us and about 180 from the peer.
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

it('reports sent only if the peer accepted the message, and failed only if it did not', async () => {
  const seen: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(breakAt, verdict, fc.integer({ min: 0, max: 3 }), async (at, verdictText, markMs) => {
      const peer = await startPeer({ breakAt: at, verdict: verdictText })
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
      // Let bytes in flight arrive before checking the peer.
      await new Promise((resolve) => setTimeout(resolve, 10))
      const wasAccepted = peer.accepted().length > 0
      await peer.close()
      seen[outcome.state] = (seen[outcome.state] ?? 0) + 1
      if (outcome.state === 'sent') expect(wasAccepted).toBe(true)
      if (outcome.state === 'failed') expect(wasAccepted).toBe(false)
      if (outcome.state !== 'failed') expect(isMarked).toBe(true)
      expect(peer.mails.length).toBeLessThanOrEqual(1)
    }),
    { numRuns: 200 },
  )
  // Every outcome occurred, so none of the checks above was vacuous.
  expect(Object.keys(seen).sort()).toEqual(['failed', 'sent', 'unknown'])
})
