import { describe, expect, it } from 'vitest'
import { type Recipients, readRecipients } from './recipients.ts'

describe('recipients', () => {
  it.each<[Recipients, string[]]>([
    ['ada@example.org', ['ada@example.org']],
    [
      'ada@example.org, bob@example.org;carl@example.org',
      ['ada@example.org', 'bob@example.org', 'carl@example.org'],
    ],
    ['"Lovelace, Ada" <ada@example.org>, Bob <bob@example.org>', ['ada@example.org', 'bob@example.org']],
    [
      ['ada@example.org, bob@example.org', 'ADA@example.org'],
      ['ada@example.org', 'bob@example.org'],
    ],
    [[{ name: 'Ada', email: 'ada@example.org' }], ['ada@example.org']],
    [{ email: 'zoë@exämple.org' }, ['zoë@exämple.org']],
    ['', []],
    [' , ', []],
  ])('%j are %j', (value, expected) => {
    expect(readRecipients(value)).toEqual(expected)
  })
  it.each([
    'ada',
    'ada@',
    '@example.org',
    'a b@example.org',
    'ada@exa mple.org',
    'ada@example..org',
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@example.org>',
    'ada@b@example.org',
    '<ada@example.org> eve',
    'ada@-example.org',
    `${'a'.repeat(65)}@example.org`,
  ])('%j are rejected permanently', (value) => {
    expect(() => readRecipients(value)).toThrow(
      expect.objectContaining({ code: 'mail.bad_address', kind: 'permanent' }),
    )
  })
  it('are limited to fifty', () => {
    const many = Array.from({ length: 51 }, (_, i) => `a${i}@example.org`).join(',')
    expect(() => readRecipients(many)).toThrow(expect.objectContaining({ code: 'mail.too_many_recipients' }))
  })
})
