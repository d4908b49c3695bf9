import { describe, expect, it } from 'vitest'
import { peerOf, quick, send } from './fixtures/harness.ts'
import type { Act, Step } from './fixtures/peer.ts'
import type { Break } from './fixtures/wire.ts'

const beforeTheDot: Step[] = ['greeting', 'EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'body']
const breaks: Break[] = ['end', 'reset', 'hang']
/** The caller's mark takes long enough for the server's reply to arrive before the dot is sent. */
const beforeDot = () => new Promise<void>((resolve) => setTimeout(resolve, 250))
const breaking =
  (how: Break): Act =>
  (wire) =>
    wire.breakNow(how)
const saying =
  (text: string): Act =>
  (wire) =>
    wire.send(text)

describe('before the dot', () => {
  const cases = beforeTheDot.flatMap((step) => breaks.map((how) => [step, how] as const))
  it.each(cases.filter(([step, how]) => step !== 'body' || how !== 'hang'))(
    'reports a definite failure when the connection breaks at %s (%s)',
    async (step, how) => {
      const peer = await peerOf({ on: { [step]: breaking(how) } })
      const { outcome, marks } = await send(peer, { beforeDot })
      expect(outcome).toMatchObject({ state: 'failed', kind: 'transient', fault: 'unreachable', code: null })
      if (step !== 'body') expect(marks).toBe(0)
      expect(peer.mails).toEqual([])
    },
  )
  const refused: [Step, number, string, string][] = beforeTheDot.flatMap((step) => [
    [step, 421, 'transient', step],
    [step, 554, 'permanent', step],
  ])
  it.each(refused)(
    'reports a reply at %s with code %i as a definite %s failure',
    async (step, code, kind) => {
      const peer = await peerOf({ on: { [step]: saying(`${code} 5.0.0 no\r\n`) } })
      const { outcome } = await send(peer, { beforeDot })
      expect(outcome).toMatchObject({ state: 'failed', kind, code })
      expect(peer.mails).toEqual([])
    },
  )
  it.each(beforeTheDot)('reports garbage at %s as a definite failure', async (step) => {
    for (const text of ['hello\r\n', '250-a\r\n550 b\r\n', `${'x'.repeat(9000)}`, '99 x\r\n', '2500 x\r\n']) {
      const peer = await peerOf({ on: { [step]: saying(text) } })
      const { outcome } = await send(peer, { beforeDot })
      expect(outcome, text).toMatchObject({ state: 'failed', kind: 'transient', fault: 'protocol' })
      expect(peer.mails).toEqual([])
    }
  })
  it.each(['MAIL', 'RCPT', 'DATA', 'body'] as const)(
    'does not mistake a surplus reply at %s for the reply to the message',
    async (step) => {
      const on: Act = (wire, usual) => {
        usual()
        wire.send('250 2.0.0 queued\r\n')
      }
      const peer = await peerOf({ on: { [step]: on } })
      const { outcome } = await send(peer, { beforeDot })
      expect(outcome).toMatchObject({ state: 'failed', fault: 'protocol' })
      expect(peer.mails).toEqual([])
      // No command follows on a connection with a surplus reply.
      expect(peer.commands.at(-1)).toMatch(new RegExp(`^${step === 'body' ? 'DATA' : step}`))
    },
  )
  it('stops on a signal while the caller writes its mark', async () => {
    const peer = await peerOf({ on: { DATA: (wire) => wire.send('354 go on\r\n') } })
    // The peer never sees the end, since the caller's mark takes longer than the signal.
    const signal = AbortSignal.timeout(60)
    const { outcome, marks } = await send(peer, { beforeDot, signal })
    expect(outcome).toMatchObject({ state: 'failed', fault: 'stopped' })
    // The outcome comes only after the caller's own work has ended.
    expect(marks).toBe(1)
  })
  it('stops on a signal at every step', async () => {
    for (const step of beforeTheDot.slice(0, -1)) {
      const peer = await peerOf({ on: { [step]: breaking('hang') } })
      const { outcome } = await send(peer, { signal: AbortSignal.timeout(40) }, {}, {})
      expect(outcome, step).toMatchObject({ state: 'failed', fault: 'stopped' })
    }
    const peer = await peerOf()
    expect((await send(peer, { signal: AbortSignal.abort() })).outcome).toMatchObject({ fault: 'stopped' })
    expect(peer.connections()).toBe(0)
  })
  it('reports an unreachable server as a definite failure', async () => {
    const peer = await peerOf()
    await peer.close()
    expect((await send(peer)).outcome).toMatchObject({ state: 'failed', fault: 'unreachable' })
    const nowhere = await send(peer, {}, { host: 'nowhere.example' })
    expect(nowhere.outcome).toMatchObject({ state: 'failed', kind: 'transient', fault: 'host_not_found' })
    const inner = await send(peer, {}, { host: '10.0.0.1' })
    expect(inner.outcome).toMatchObject({ state: 'failed', kind: 'permanent', fault: 'unreachable' })
    expect(inner.outcome).toHaveProperty('message', expect.stringContaining('MAILWRIGHT_OUTBOUND_ALLOW'))
  })
})

describe('after the dot', () => {
  const repliedThen =
    (how: Break): Act =>
    (wire, usual) => {
      usual()
      wire.breakNow(how)
    }
  it.each(breaks)('reports unknown when the connection breaks without a reply (%s)', async (how) => {
    const { outcome, marks } = await send(await peerOf({ on: { dot: breaking(how) } }))
    expect(outcome).toMatchObject({ state: 'unknown', accepted: ['ben@mail.example'], rejected: [] })
    expect(marks).toBe(1)
  })
  it.each([
    '25',
    '250',
    '250 2.0.0 ok',
    '250-2.0.0 ok\r\n',
    '250-2.0.0 ok\r\n250 half',
    '550 5.0.0 no',
    '',
    'garbage\r\n',
    '354 go on\r\n',
    '250-a\r\n550 b\r\n',
  ])('reports unknown after %j and no more', async (said) => {
    for (const how of breaks) {
      const dot: Act = (wire) => {
        wire.send(said)
        wire.breakNow(how)
      }
      expect((await send(await peerOf({ on: { dot } }))).outcome.state, how).toBe('unknown')
    }
  })
  it('accepts a reply even if the connection drops right after it', async () => {
    const peer = await peerOf({ on: { dot: repliedThen('end') } })
    expect((await send(peer)).outcome.state).toBe('sent')
  })
  it.each([
    ['451 4.3.0 later\r\n', 'transient', 451],
    ['421 4.3.2 closing\r\n', 'transient', 421],
    ['554 5.6.0 content\r\n', 'permanent', 554],
    ['552-5.3.4 too\r\n552 5.3.4 large\r\n', 'permanent', 552],
  ])('reports %j as a definite failure', async (verdict, kind, code) => {
    const peer = await peerOf({ verdict })
    expect((await send(peer)).outcome).toMatchObject({ state: 'failed', kind, code, fault: 'refused' })
  })
  it('gives the reply a grace period after a signal', async () => {
    const late: Act = (_, usual) => {
      stop.abort()
      setTimeout(usual, 80)
    }
    const options = { timeouts: quick, graceMs: 1_000 }
    const stop = new AbortController()
    const patient = await send(await peerOf({ on: { dot: late } }), { signal: stop.signal }, {}, options)
    expect(patient.outcome.state).toBe('sent')
    const again = new AbortController()
    const hang = { dot: (() => again.abort()) as Act }
    const long = { graceMs: 30 }
    const hasty = await send(await peerOf({ on: hang }), { signal: again.signal }, {}, long)
    expect(hasty.outcome.state).toBe('unknown')
  })
  it('never retries', async () => {
    for (const how of breaks) {
      const peer = await peerOf({ on: { dot: breaking(how) } })
      await send(peer)
      expect(peer.mails.length).toBe(1)
      expect(peer.commands.filter((line) => line === 'DATA').length).toBe(1)
    }
  })
})
