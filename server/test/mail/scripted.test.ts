import { connect } from 'node:net'
import { ImapFlow } from 'imapflow'
import { createTransport } from 'nodemailer'
import { afterEach, expect, it } from 'vitest'
import { mixedMails, plainMail } from './messages.ts'
import { oddMails } from './odd-messages.ts'
import { type Fault, startProxy } from './proxy.ts'
import { startScriptedImap } from './scripted-imap.ts'
import { startScriptedSmtp } from './scripted-smtp.ts'

const started: { stop(): Promise<void> }[] = []
const track = <T extends { stop(): Promise<void> }>(one: T) => {
  started.push(one)
  return one
}
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop()
})

const imap = (port: number) =>
  new ImapFlow({ host: '127.0.0.1', port, secure: false, auth: { user: 'a', pass: 'b' }, logger: false })

it('behaves like an ordinary IMAP server', async () => {
  const source = plainMail({ seed: 1 })
  const folders = { INBOX: { uidValidity: 7, messages: [{ uid: 3, source, flags: ['\\Seen'] }] } }
  const peer = track(await startScriptedImap({ folders }))
  const client = imap(peer.port)
  await client.connect()
  expect(await client.mailboxOpen('INBOX')).toMatchObject({ uidValidity: 7n, exists: 1 })
  expect(await client.fetchOne('3', { source: true, flags: true }, { uid: true })).toMatchObject({
    uid: 3,
    source,
  })
  await client.logout()
})

it('replies to a command as scripted', async () => {
  const peer = track(
    await startScriptedImap({ on: { SELECT: (_command, one) => one.no('[THROTTLED] later') } }),
  )
  const client = imap(peer.port)
  client.on('error', () => {})
  await client.connect()
  await expect(client.mailboxOpen('INBOX')).rejects.toMatchObject({ serverResponseCode: 'THROTTLED' })
  peer.on.NOOP = (_command, one) => one.bye('going down')
  await Promise.all([new Promise((resolve) => client.once('close', resolve)), client.noop()])
})

const submit = (port: number) =>
  createTransport({ host: '127.0.0.1', port, ignoreTLS: true, auth: { user: 'a', pass: 'b' } }).sendMail({
    from: 'a@mail.test',
    to: 'b@mail.test',
    text: '.leading dot\nsecond line',
  })

it('behaves like an SMTP server that accepts or rejects mail', async () => {
  const peer = track(await startScriptedSmtp())
  await submit(peer.port)
  expect(peer.mails[0]).toMatchObject({ from: 'a@mail.test', recipients: ['b@mail.test'] })
  expect(peer.mails[0]?.source.toString()).toMatch(/\r\n\r\n\.leading dot\r\nsecond line$/)
  peer.on.BODY = (_line, one) => one.send('554 5.6.0 no')
  await expect(submit(peer.port)).rejects.toMatchObject({ responseCode: 554 })
  expect([peer.mails.length, peer.received.length]).toEqual([1, 2])
})

it.each<[string, Fault, number]>([
  ['drops the connection before the end of the message', { from: 'client', at: 'second', do: 'cut' }, 0],
  [
    'drops the connection after the end of the message, losing the reply',
    { from: 'client', at: '\r\n.\r\n', do: 'cut-unanswered' },
    1,
  ],
  ['resets the connection', { from: 'server', at: '354', do: 'reset' }, 0],
])('%s', async (_name, fault, received) => {
  const peer = track(await startScriptedSmtp())
  const proxy = track(await startProxy(peer))
  proxy.faults({ ...fault, times: 1 })
  await expect(submit(proxy.port)).rejects.toThrow()
  expect(peer.received.length).toBe(received)
  await submit(proxy.port)
  expect(proxy.accepted()).toBe(2)
})

it('simulates a half-open connection', async () => {
  const peer = track(await startScriptedSmtp())
  const proxy = track(await startProxy(peer))
  proxy.faults({ from: 'server', at: 3, do: 'swallow' })
  const socket = connect(proxy.port)
  const seen: string[] = []
  socket.on('data', (chunk) => seen.push(chunk.toString())).on('end', () => seen.push('end'))
  await expect.poll(() => seen).toEqual(['220'])
  socket.write('EHLO x\r\n')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(seen).toEqual(['220'])
  socket.destroy()
})

it('generates the same messages from the same seed, with CRLF and a header', () => {
  expect(mixedMails(100, 3)).toEqual(mixedMails(100, 3))
  expect(mixedMails(100, 3)).not.toEqual(mixedMails(100, 4))
  for (const mail of mixedMails(40)) expect(mail.toString('latin1')).toMatch(/^From: .*\r\n[\s\S]*\r\n\r\n/)
  expect(Object.keys(oddMails).length).toBeGreaterThan(10)
})
