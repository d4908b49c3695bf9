import { describe, expect, it } from 'vitest'
import { HostNotFound, OutboundBlocked } from './errors.ts'
import { fakeLookup } from './fixtures/answers.ts'
import { noHosts, privateSpellings } from './fixtures/spellings.ts'
import { createOutbound } from './outbound.ts'

const publicAddress = '93.184.215.14'
const open = (allow: string[], answers: Record<string, string[] | string[][]> = {}) => {
  const { lookup, asked } = fakeLookup(answers)
  return { ...createOutbound({ purpose: 'mail', allow, lookup }), asked }
}

describe('a literal address', () => {
  it.each(privateSpellings)('%s is rejected without a DNS lookup', async (host) => {
    const { resolve, asked } = open([])
    await expect(resolve(host, 80)).rejects.toBeInstanceOf(OutboundBlocked)
    expect(asked).toEqual([])
  })
  it.each(['::1', '::ffff:10.0.0.1', 'fe80::1%eth0', '::1%lo', '[fe80::1%25eth0]', '::ffff:127.0.0.1%1'])(
    '%s is rejected without brackets and with a zone',
    async (host) => {
      await expect(open([]).resolve(host, 80)).rejects.toBeInstanceOf(OutboundBlocked)
    },
  )
  it.each(noHosts)('%j is not a host and is not looked up', async (host) => {
    const { resolve, asked } = open([])
    await expect(resolve(host, 80)).rejects.toBeInstanceOf(HostNotFound)
    expect(asked).toEqual([])
  })
  it.each([
    ['8.8.8.8', '8.8.8.8', 4],
    ['134744072', '8.8.8.8', 4],
    ['[::ffff:8.8.8.8]', '8.8.8.8', 4],
    ['64:ff9b::8.8.8.8', '64:ff9b::808:808', 6],
    ['2606:4700:4700::1111', '2606:4700:4700::1111', 6],
    ['172.15.255.255', '172.15.255.255', 4],
    ['100.128.0.1', '100.128.0.1', 4],
  ])('%s is read as %s', async (host, address, family) => {
    expect(await open([]).resolve(host, 80)).toEqual({ address, family })
  })
  it.each(['010.8.8.8', '0127.0.0.1'])(
    '%s, public to inet_aton and private to a careless parser, is rejected',
    async (host) => {
      await expect(open([]).resolve(host, 80)).rejects.toBeInstanceOf(OutboundBlocked)
    },
  )
  it('mentions the setting, and never the address of a name', async () => {
    const inner = open([], { 'inner.example': ['10.1.2.3'] })
    await expect(inner.resolve('inner.example', 993)).rejects.toThrow(
      /^inner\.example:993 .*MAILWRIGHT_OUTBOUND_ALLOW/,
    )
    await expect(inner.resolve('inner.example', 993)).rejects.not.toThrow(/10\.1/)
  })
})

describe('a name', () => {
  it('is looked up in canonical form and kept for the certificate', async () => {
    const { resolve, asked } = open([], { 'xn--bcher-kva.example': [publicAddress] })
    const found = await resolve('BÜCHER.example.', 443)
    expect(found).toEqual({ address: publicAddress, family: 4, servername: 'xn--bcher-kva.example' })
    expect(asked).toEqual(['xn--bcher-kva.example'])
  })
  it.each([
    '127.0.0.1',
    '::1',
    '10.0.0.1',
    '169.254.169.254',
    '::ffff:127.0.0.1',
    'fe80::1%eth0',
    '::7f00:1',
    '64:ff9b::a9fe:a9fe',
  ])('that resolves to %s is rejected, also among public addresses', async (address) => {
    const { resolve } = open([], { 'a.example': [address], 'b.example': [publicAddress, address] })
    await expect(resolve('a.example', 80)).rejects.toBeInstanceOf(OutboundBlocked)
    await expect(resolve('b.example', 80)).rejects.toBeInstanceOf(OutboundBlocked)
  })
  it('that does not exist, or has no address, is not found', async () => {
    const { resolve } = open([], { 'empty.example': [] })
    await expect(resolve('nowhere.example', 80)).rejects.toMatchObject({
      name: 'HostNotFound',
      temporary: false,
    })
    await expect(resolve('empty.example', 80)).rejects.toBeInstanceOf(HostNotFound)
  })
  it('whose server does not answer is a transient failure', async () => {
    const lookup = () => Promise.reject(Object.assign(new Error('EAI_AGAIN'), { code: 'EAI_AGAIN' }))
    const { resolve } = createOutbound({ purpose: 'mail', allow: [], lookup })
    await expect(resolve('a.example', 80)).rejects.toMatchObject({ name: 'HostNotFound', temporary: true })
  })
  it('of the machine itself is rejected with the real resolver', async () => {
    await expect(
      createOutbound({ purpose: 'mail', allow: [] }).resolve('localhost', 80),
    ).rejects.toBeInstanceOf(OutboundBlocked)
  })
})

describe('the allow list', () => {
  const answers = {
    'mail.inner': ['10.0.0.5'],
    'other.inner': ['10.0.0.5'],
    'mixed.inner': ['10.0.0.5', '::1'],
  }
  it.each([
    ['mail.inner:993', 'mail.inner', 993, true],
    ['Mail.Inner.:993', 'MAIL.inner.', 993, true],
    ['mail.inner:993', 'mail.inner', 25, false],
    ['mail.inner:993', 'other.inner', 993, false],
    ['mail.inner:993', '10.0.0.5', 993, false],
    ['10.0.0.5:993', '10.0.0.5', 993, true],
    ['10.0.0.5:993', '0xa000005', 993, true],
    ['10.0.0.5:993', 'mail.inner', 993, true],
    ['10.0.0.5:993', 'mixed.inner', 993, false],
    ['10.0.0.5:993', '10.0.0.6', 993, false],
    ['10.0.0.0/24', 'mail.inner', 1, true],
    ['10.0.0.0/24', '::ffff:10.0.0.9', 1, true],
    ['10.0.0.0/24', '64:ff9b::10.0.0.9', 1, true],
    ['10.0.0.0/24', '10.0.1.1', 1, false],
    ['[::1]:25', '::1', 25, true],
    ['[::1]:25', '127.0.0.1', 25, false],
    ['fd00::/8', 'fd12::1', 25, true],
    ['fd00::/8', 'fe80::1', 25, false],
  ])('%s: %s port %i is %s', async (entry, host, port, isAllowed) => {
    const { resolve } = open([entry], answers)
    if (isAllowed) await resolve(host, port)
    else await expect(resolve(host, port)).rejects.toBeInstanceOf(OutboundBlocked)
  })
  it.each(['10.0.0.0/33', '300.0.0.0/8', 'x:0', 'x:70000', 'x', '10.0.0.256:25', ''])(
    'rejects %j',
    (entry) => {
      expect(() => createOutbound({ purpose: 'mail', allow: [entry] })).toThrow(/MAILWRIGHT_OUTBOUND_ALLOW/)
    },
  )
})
