import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { peerOf, send, source } from './fixtures/harness.ts'
import type { Act } from './fixtures/peer.ts'

const mailCommands = (commands: string[]) => commands.filter((line) => /^(MAIL|RCPT|DATA)/.test(line))

describe('sendMail', () => {
  it('sends a message once and quits', async () => {
    const peer = await peerOf()
    const { outcome, marks } = await send(peer)
    expect(outcome).toEqual({
      state: 'sent',
      response: '250 2.0.0 queued',
      accepted: ['ben@mail.example'],
      rejected: [],
    })
    expect(marks).toBe(1)
    expect(peer.mails).toEqual([
      {
        from: 'ann@mail.example',
        to: ['ben@mail.example'],
        wire: source.toString().slice(0, -2),
        isAccepted: true,
      },
    ])
    await expect.poll(() => peer.commands.at(-1)).toBe('QUIT')
  })
  it('holds back the end of the message until beforeDot resolves', async () => {
    let taken = ''
    const peer = await peerOf({ on: { body: () => {} } })
    const { outcome } = await send(peer, {
      beforeDot: async () => {
        await sleep(50)
        expect(peer.mails).toEqual([])
        taken = peer.commands.at(-1) ?? ''
      },
    })
    expect([taken, outcome.state, peer.mails.length]).toEqual(['DATA', 'sent', 1])
  })
  it('does not send the message when beforeDot fails', async () => {
    const peer = await peerOf()
    const beforeDot = () => Promise.reject(new Error('database is away'))
    const { outcome } = await send(peer, { beforeDot })
    expect(outcome).toMatchObject({ state: 'failed', kind: 'transient', fault: 'stopped', code: null })
    await sleep(30)
    expect(peer.mails).toEqual([])
  })
  it('sends a large message completely', async () => {
    const peer = await peerOf()
    const line = `${'.'.repeat(70)}\r\n`
    const large = Buffer.from(line.repeat(60_000))
    const { outcome } = await send(peer, { source: large }, {}, {})
    expect(outcome.state).toBe('sent')
    expect(peer.mails[0]?.wire.replace(/^\.\./gm, '.')).toBe(large.toString().slice(0, -2))
  })
  it('reports all lines of a reply', async () => {
    const peer = await peerOf({ verdict: '250-2.0.0 first\r\n250-2.0.0 second\r\n250 2.0.0 queued\r\n' })
    const { outcome } = await send(peer)
    expect(outcome).toMatchObject({ state: 'sent', response: '250 2.0.0 first 2.0.0 second 2.0.0 queued' })
  })
  it('waits for a slow server that replies in pieces', async () => {
    const slow: Act = (wire) => {
      for (const [at, piece] of ['25', '0-2.0.0 wa', 'it\r', '\n250 2.0.0 do', 'ne\r\n'].entries())
        setTimeout(() => wire.send(piece), 20 * at)
    }
    const { outcome } = await send(await peerOf({ on: { MAIL: slow, dot: slow } }))
    expect(outcome).toMatchObject({ state: 'sent', response: '250 2.0.0 wait 2.0.0 done' })
  })
})

describe('recipients', () => {
  const verdicts: Record<string, string> = { no: '550 5.1.1 nobody', later: '451 4.7.1 greylisted' }
  const rcpt: Act = (wire, usual, line) => {
    const said = verdicts[/<(\w+)@/.exec(line)?.[1] ?? '']
    if (said) wire.send(`${said}\r\n`)
    else usual()
  }
  const to = (...names: string[]) => ({
    envelope: { from: 'ann@mail.example', to: names.map((name) => `${name}@x.example`) },
  })

  it('are reported one by one', async () => {
    const { outcome } = await send(await peerOf({ on: { RCPT: rcpt } }), to('a', 'no', 'b', 'later', 'a'))
    expect(outcome).toEqual({
      state: 'sent',
      response: '250 2.0.0 queued',
      accepted: ['a@x.example', 'b@x.example'],
      rejected: [
        { address: 'no@x.example', kind: 'permanent', code: 550, message: '550 5.1.1 nobody' },
        { address: 'later@x.example', kind: 'transient', code: 451, message: '451 4.7.1 greylisted' },
      ],
    })
  })
  it.each([
    [['no'], 'permanent'],
    [['later'], 'transient'],
    [['no', 'later'], 'transient'],
  ])('send nothing when %j are rejected (%s)', async (names, kind) => {
    const peer = await peerOf({ on: { RCPT: rcpt } })
    const { outcome, marks } = await send(peer, to(...names))
    expect(outcome).toMatchObject({ state: 'failed', kind, fault: 'refused' })
    expect(outcome).toHaveProperty('rejected.length', names.length)
    expect([marks, peer.commands.includes('DATA')]).toEqual([0, false])
  })
  it.each([
    'a@x\r\nRCPT TO:<b@x>',
    'a@x\n',
    'a\0@x',
    'a@x> SIZE=1',
    '<a@x>',
    'a b@x',
    '\u2028a@x',
    'a@x\u200b',
    'a',
    '@x',
    'a@',
    '',
    `${'a'.repeat(320)}@x`,
    'a\ud800@x',
  ])('reject %j before connecting', async (bad) => {
    const peer = await peerOf()
    const first = await send(peer, { envelope: { from: 'ann@mail.example', to: ['ok@x.example', bad] } })
    expect(first.outcome).toMatchObject({ state: 'failed', kind: 'permanent', fault: 'bad_address' })
    if (bad !== '') {
      const second = await send(peer, { envelope: { from: bad, to: ['ok@x.example'] } })
      expect(second.outcome).toMatchObject({ state: 'failed', kind: 'permanent', fault: 'bad_address' })
    }
    expect(peer.connections()).toBe(0)
  })
  it('must not be empty', async () => {
    const { outcome } = await send(await peerOf(), { envelope: { from: 'a@x', to: [] } })
    expect(outcome).toMatchObject({ state: 'failed', kind: 'permanent' })
  })
  it('accept the null sender', async () => {
    const peer = await peerOf()
    expect((await send(peer, { envelope: { from: '', to: ['a@x.example'] } })).outcome.state).toBe('sent')
    expect(peer.commands).toContain('MAIL FROM:<>')
  })
})

describe('extensions', () => {
  const bytes = Buffer.from('Subject: Grüße\r\n\r\nüber\r\n')
  it('are used when offered', async () => {
    const peer = await peerOf({ extensions: ['AUTH PLAIN', 'SIZE 1000', '8BITMIME', 'SMTPUTF8'] })
    await send(peer, { source: bytes, envelope: { from: 'ann@mail.example', to: ['jürgen@bücher.example'] } })
    expect(mailCommands(peer.commands)).toEqual([
      `MAIL FROM:<ann@mail.example> SIZE=${bytes.length} BODY=8BITMIME SMTPUTF8`,
      // The peer reads bytes, not UTF-8.
      `RCPT TO:<${Buffer.from('jürgen').toString('latin1')}@xn--bcher-kva.example>`,
      'DATA',
    ])
    await send(peer)
    expect(mailCommands(peer.commands)).toContain(`MAIL FROM:<ann@mail.example> SIZE=${source.length}`)
  })
  it('are not used when not offered', async () => {
    const peer = await peerOf()
    const to = ['a@bücher.example', 'jürgen@x.example']
    const { outcome } = await send(peer, { source: bytes, envelope: { from: 'ann@mail.example', to } })
    expect(mailCommands(peer.commands)).toEqual([
      'MAIL FROM:<ann@mail.example>',
      'RCPT TO:<a@xn--bcher-kva.example>',
      'DATA',
    ])
    const rejected = [{ address: 'jürgen@x.example', kind: 'permanent', code: null }]
    expect(outcome).toMatchObject({ state: 'sent', accepted: ['a@bücher.example'], rejected })
    const sender = await send(peer, { envelope: { from: 'jürgen@x.example', to: ['a@x.example'] } })
    expect(sender.outcome).toMatchObject({ state: 'failed', kind: 'permanent', fault: 'bad_address' })
  })
  it('report an oversized message before sending it', async () => {
    const peer = await peerOf({ extensions: ['AUTH PLAIN', 'SIZE 10'] })
    const { outcome } = await send(peer)
    expect(outcome).toMatchObject({ state: 'failed', kind: 'permanent', fault: 'too_large' })
    expect(mailCommands(peer.commands)).toEqual([])
  })
})
