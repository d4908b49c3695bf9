import { describe, expect, it } from 'vitest'
import { provesAddress } from './prove-address.ts'

const server = (host: string) => ({ host, port: 993, secure: true })
const claim = (address: string, host: string, more: { username?: string; invalid?: boolean } = {}) =>
  provesAddress(
    {
      provider: 'imap',
      address,
      servers: {
        imap: server(host),
        smtp: server(host),
        username: more.username ?? address,
        allowInvalidCertificate: more.invalid ?? false,
      },
    },
    ['mail.hoster.test'],
  )

describe('an address that a member types', () => {
  it('is proven at a server of its own domain', () => {
    expect(claim('ada@firm.test', 'imap.firm.test')).toBe(true)
    expect(claim('Ada@Firm.Test', 'FIRM.test', { username: 'ADA@firm.test' })).toBe(true)
    expect(claim('ada@münchen.test', 'imap.xn--mnchen-3ya.test')).toBe(true)
  })

  it('is proven at the known server of its provider, and at a server of the organisation', () => {
    expect(claim('ada@gmx.de', 'imap.gmx.net')).toBe(true)
    expect(claim('ada@firm.test', 'mail.hoster.test', { invalid: true })).toBe(true)
  })

  it.each([
    ['a server of anyone', claim('boss@firm.test', 'imap.evil.test')],
    ['a server whose name only ends alike', claim('boss@firm.test', 'evil-firm.test')],
    ['a server whose name contains the domain', claim('boss@firm.test', 'firm.test.evil.test')],
    ['another user name', claim('boss@firm.test', 'imap.firm.test', { username: 'eve@firm.test' })],
    ['a user name without a domain', claim('boss@firm.test', 'mail.hoster.test', { username: 'boss' })],
    ['a server that cannot prove its own name', claim('boss@firm.test', 'imap.firm.test', { invalid: true })],
    ['the parent domain of the server', claim('boss@imap.firm.test', 'firm.test')],
    ['the server of another provider', claim('boss@gmail.com', 'imap.gmx.net')],
  ])('is not proven by %s', (_what, isProven) => {
    expect(isProven).toBe(false)
  })

  it('is proven by an OAuth provider, which names the address itself', () => {
    const servers = { imap: server('a'), smtp: server('a'), username: '', allowInvalidCertificate: false }
    expect(provesAddress({ provider: 'google', address: 'a@b.test', servers }, [])).toBe(true)
  })
})
