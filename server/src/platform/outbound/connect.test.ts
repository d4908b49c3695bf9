import { once } from 'node:events'
import { createServer, type TLSSocket } from 'node:tls'
import { afterEach, expect, it } from 'vitest'
import { OutboundBlocked } from './errors.ts'
import { fakeLookup } from './fixtures/answers.ts'
import { canary } from './fixtures/canary.ts'
import { selfSigned } from './fixtures/certificate.ts'
import { privateSpellings } from './fixtures/spellings.ts'
import { createOutbound } from './outbound.ts'
import { secure } from './secure.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
const watched = async (...args: Parameters<typeof canary>) => {
  const bird = await canary(...args)
  closers.push(bird.close)
  return bird
}

it('never reaches loopback by any spelling', async () => {
  const birds = [await watched(), await watched(undefined, '::1'), await watched(undefined, '0.0.0.0')]
  const { connect } = createOutbound({ purpose: 'mail', allow: [] })
  for (const { port } of birds)
    for (const host of [...privateSpellings, 'localhost', 'localhost.'])
      await expect(connect(host, port)).rejects.toBeInstanceOf(OutboundBlocked)
  expect(birds.map((bird) => bird.hits())).toEqual([0, 0, 0])
})

it('reaches an allowed pair and an allowed range, and nothing else', async () => {
  const bird = await watched()
  const { lookup } = fakeLookup({ 'mail.inner': ['127.0.0.1'] })
  for (const allow of [`127.0.0.1:${bird.port}`, '127.0.0.0/8', `mail.inner:${bird.port}`]) {
    const socket = await createOutbound({ purpose: 'mail', allow: [allow], lookup }).connect(
      'mail.inner',
      bird.port,
    )
    expect(socket.remoteAddress).toBe('127.0.0.1')
    socket.destroy()
  }
  expect(bird.hits()).toBe(3)
  const { connect } = createOutbound({
    purpose: 'mail',
    allow: [`127.0.0.1:${bird.port + 1}`, '127.0.0.2/32'],
    lookup,
  })
  await expect(connect('mail.inner', bird.port)).rejects.toBeInstanceOf(OutboundBlocked)
  expect(bird.hits()).toBe(3)
})

it('connects to the address that was checked, with one DNS lookup', async () => {
  const inner = await watched()
  const open = await watched(undefined, '127.0.0.2')
  const { lookup, asked } = fakeLookup({ 'rebind.example': [['127.0.0.2'], ['127.0.0.1']] })
  const { connect } = createOutbound({ purpose: 'mail', allow: ['127.0.0.2/32'], lookup })
  const socket = await connect('rebind.example', open.port)
  expect(socket.remoteAddress).toBe('127.0.0.2')
  socket.destroy()
  expect(asked).toEqual(['rebind.example'])
  // The name now resolves to the forbidden address: the next connection checks it again.
  await expect(connect('rebind.example', inner.port)).rejects.toBeInstanceOf(OutboundBlocked)
  expect(inner.hits()).toBe(0)
})

it('tries the next address when one refuses', async () => {
  const bird = await watched(undefined, '127.0.0.3')
  const { lookup } = fakeLookup({ 'two.example': ['127.0.0.2', '127.0.0.3'] })
  const socket = await createOutbound({ purpose: 'mail', allow: ['127.0.0.0/8'], lookup }).connect(
    'two.example',
    bird.port,
  )
  expect(socket.remoteAddress).toBe('127.0.0.3')
  socket.destroy()
})

it('reports an unreachable host in time', async () => {
  const bird = await watched()
  await bird.close()
  const { connect } = createOutbound({ purpose: 'mail', allow: ['127.0.0.0/8'] })
  await expect(connect('127.0.0.1', bird.port)).rejects.toMatchObject({ kind: 'unreachable' })
  const silent = createOutbound({ purpose: 'mail', allow: [], lookup: () => new Promise(() => {}) })
  await expect(silent.connect('slow.example', 1, { timeoutMs: 50 })).rejects.toMatchObject({
    kind: 'timeout',
  })
  const signal = AbortSignal.timeout(30)
  await expect(silent.connect('slow.example', 1, { signal })).rejects.toMatchObject({ kind: 'aborted' })
  const before = AbortSignal.abort()
  await expect(connect('127.0.0.1', 1, { signal: before })).rejects.toMatchObject({ kind: 'aborted' })
})

async function tlsServer(hosts: string[], options: { expired?: boolean } = {}) {
  const pair = selfSigned(hosts, options)
  const names: (string | false)[] = []
  const server = createServer(pair, (socket: TLSSocket) => {
    names.push(socket.servername ?? false)
    socket.on('error', () => {}).end()
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  const address = server.address()
  return { ca: pair.cert, names, port: typeof address === 'object' ? (address?.port ?? 0) : 0 }
}

const over = async (host: string, port: number, options: { ca?: string; rejectUnauthorized?: boolean }) => {
  const { lookup } = fakeLookup({ 'mail.example': ['127.0.0.1'] })
  const socket = await createOutbound({ purpose: 'mail', allow: ['127.0.0.0/8'], lookup }).connect(host, port)
  const secured = await secure(socket, host, options)
  await once(secured.resume(), 'end')
  secured.destroy()
}

it('verifies the certificate against the name, and sends the name', async () => {
  const { port, ca, names } = await tlsServer(['mail.example', '127.0.0.1'])
  await over('mail.example', port, { ca })
  await over('127.0.0.1', port, { ca })
  expect(names).toEqual(['mail.example', false])
  await expect(over('mail.example', port, {})).rejects.toMatchObject({ kind: 'tls_failed' })
  await over('mail.example', port, { rejectUnauthorized: false })
})

it('rejects a certificate for another name, and an expired one', async () => {
  const other = await tlsServer(['other.example'])
  await expect(over('mail.example', other.port, { ca: other.ca })).rejects.toMatchObject({
    kind: 'tls_failed',
  })
  await expect(over('127.0.0.1', other.port, { ca: other.ca })).rejects.toMatchObject({ kind: 'tls_failed' })
  const old = await tlsServer(['mail.example'], { expired: true })
  await expect(over('mail.example', old.port, { ca: old.ca })).rejects.toMatchObject({ kind: 'tls_failed' })
})
