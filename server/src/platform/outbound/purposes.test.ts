import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../config/read-config.ts'
import type { Purpose } from './allow-list.ts'
import { MailPortClosed, OutboundBlocked } from './errors.ts'
import { canary } from './fixtures/canary.ts'
import { createOutbound } from './outbound.ts'

const lookup = async () => [{ address: '10.0.0.5' }]
const resolve = (purpose: Purpose, allow: string[], host: string, port: number) =>
  createOutbound({ purpose, allow, lookup }).resolve(host, port)

describe('an entry of the allow list that is tied to a purpose', () => {
  const purposes: Purpose[] = ['mail', 'http', 'ai', 's3']
  it.each([
    ['mail:lan.inner:8993', 'lan.inner', 'mail'],
    ['http:lan.inner:8993', 'lan.inner', 'http'],
    ['ai:lan.inner', 'lan.inner', 'ai'],
    ['s3:10.0.0.0/8', 'lan.inner', 's3'],
    ['mail:10.0.0.5:8993', '10.0.0.5', 'mail'],
    ['mail:[fd00::1]:8993', '[fd00::1]', 'mail'],
    ['http:fd00::/8', '[fd00::1]', 'http'],
  ])('%s opens %s to %s alone', async (entry, host, purpose) => {
    for (const one of purposes) {
      const call = resolve(one, [entry], host, 8993)
      if (one === purpose) await call
      else await expect(call).rejects.toBeInstanceOf(OutboundBlocked)
    }
  })

  it('without a port opens every port of the host, and of no other', async () => {
    for (const port of [1, 80, 993]) await resolve('mail', ['mail:lan.inner'], 'lan.inner', port)
    await expect(resolve('mail', ['mail:lan.inner'], 'other.inner', 80)).rejects.toThrow()
  })

  it('is not confused with a host of the same name', async () => {
    await resolve('http', ['mail:8993'], 'mail', 8993)
    await expect(resolve('http', ['mail:mail:8993'], 'mail', 8993)).rejects.toThrow()
  })

  it.each(['smtp:lan.inner:25', 'mail:', 'mail:lan inner', 'http:a:b:c', 'mail:lan.inner:0x19', 'mail:a/b'])(
    '%j is refused as a setting',
    (value) => {
      expect(() => readConfig({ MAILWRIGHT_OUTBOUND_ALLOW: value })).toThrow(ConfigError)
    },
  )

  it.each(['mail:lan.inner', 'mail:lan.inner:993,http:10.0.0.0/8', 's3:[::1]:9000', 'mail:993'])(
    '%j is accepted as a setting',
    (value) => {
      expect(readConfig({ MAILWRIGHT_OUTBOUND_ALLOW: value }).outboundAllow).toEqual(value.split(','))
    },
  )
})

describe('the port of a mail server', () => {
  it.each([25, 110, 143, 465, 587, 993, 995, 2525, 4190])('%i is open to mail only', async (port) => {
    const allow = ['10.0.0.0/8', `lan.inner:${port}`, `http:lan.inner:${port}`]
    await resolve('mail', allow, 'lan.inner', port)
    for (const purpose of ['http', 'ai', 's3'] as const) {
      await expect(resolve(purpose, allow, 'lan.inner', port)).rejects.toBeInstanceOf(MailPortClosed)
      const { fetch } = createOutbound({ purpose, allow, lookup })
      await expect(fetch(`http://lan.inner:${port}/`)).rejects.toBeInstanceOf(MailPortClosed)
    }
  })

  it('is closed on public addresses too', async () => {
    const { fetch } = createOutbound({
      purpose: 'http',
      allow: [],
      lookup: async () => [{ address: '8.8.8.8' }],
    })
    await expect(fetch('https://smtp.example.com:465/')).rejects.toBeInstanceOf(MailPortClosed)
  })

  it('is not reached by a redirect', async () => {
    const target = await canary()
    const from = await canary((_, reply) =>
      reply.writeHead(307, { location: `http://mail.inner:${target.port}/` }).end(),
    )
    const outbound = createOutbound({
      purpose: 'http',
      allow: ['127.0.0.0/8'],
      lookup: async () => [{ address: '127.0.0.1' }],
      isMailServer: async (hosts, port) => hosts.includes('mail.inner') && port === target.port,
    })
    await expect(outbound.fetch(`http://web.inner:${from.port}/`)).rejects.toBeInstanceOf(MailPortClosed)
    expect([from.hits(), target.hits()]).toEqual([1, 0])
    await outbound.close()
    await Promise.all([target.close(), from.close()])
  })
})
