import { describe, expect, it } from 'vitest'
import { createRedact } from './redact-secrets.ts'

const secret = 'S3cret/+ "token" & <pass>é€😀'
const redact = createRedact([secret])

const utf8 = Buffer.from(secret)
const percentAll = [...utf8].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const jsonAll = [...Array(secret.length).keys()]
  .map((i) => `\\u${secret.charCodeAt(i).toString(16).padStart(4, '0')}`)
  .join('')
const htmlAll = [...secret].map((one) => `&#${one.codePointAt(0)};`).join('')
const named = secret
  .replaceAll('&', '&amp;')
  .replaceAll('<', '&lt;')
  .replaceAll('>', '&gt;')
  .replaceAll('"', '&quot;')

const forms: Record<string, string> = {
  plain: secret,
  'in lower case': secret.toLowerCase(),
  'percent-encoded': encodeURIComponent(secret),
  'percent-encoded in lower case': encodeURIComponent(secret).replaceAll(/%../g, (x) => x.toLowerCase()),
  'percent-encoded as a whole': percentAll,
  'as a form field': new URLSearchParams({ a: secret }).toString().slice(2),
  'as JSON': JSON.stringify(secret).slice(1, -1),
  'as JSON in JSON': JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
  'as JSON escapes': jsonAll,
  'as HTML': named,
  'as HTML numbers': htmlAll,
  'as hexadecimal HTML numbers': [...secret].map((one) => `&#x${one.codePointAt(0)?.toString(16)};`).join(''),
  'percent-encoded twice': encodeURIComponent(encodeURIComponent(secret)),
  'in mixed escapes': `%53&#51;\\u0063${secret.slice(3)}`,
  hexadecimal: utf8.toString('hex'),
  'in upper-case hexadecimal': utf8.toString('hex').toUpperCase(),
  base64: utf8.toString('base64'),
  'base64 without padding': utf8.toString('base64').replaceAll('=', ''),
  'URL-safe base64': utf8.toString('base64url'),
  'base64 in a form field': encodeURIComponent(utf8.toString('base64')),
}

describe('a secret in an answer', () => {
  it.each(Object.entries(forms))('is removed when it is there %s', async (_name, form) => {
    for (const text of [form, `before ${form} after`, `${form}${form}`, `é€${form}é`]) {
      const shown = await redact(text)
      expect(shown).toContain('[secret]')
      expect(shown).not.toContain(form)
      expect(shown.length).toBeLessThan(text.length)
    }
    expect(await redact(`before ${form} after`)).toMatch(/^before \[secret\]\w?(=|%3D)* after$/)
  })

  it('is removed from base64 wherever it begins in the encoded data', async () => {
    const key = createRedact(['0123456789abcdef'])
    for (const before of ['', 'a', 'ab', 'abc', 'user:', 'Bearer '])
      for (const encoding of ['base64', 'base64url'] as const) {
        const shown = await key(Buffer.from(`${before}0123456789abcdef`).toString(encoding))
        expect(shown).toContain('[secret]')
        expect(Buffer.from(shown.replace('[secret]', ''), encoding).toString()).not.toMatch(/[0-9a-f]{4}/)
      }
  })

  it('is removed together with the user name of basic authentication', async () => {
    const basic = createRedact(['p4ss:word', 'ada:p4ss:word'])
    expect(await basic(`Basic ${Buffer.from('ada:p4ss:word').toString('base64')}.`)).toMatch(
      /^Basic \[secret\]\w?=*\.$/,
    )
  })

  it('is removed if only its beginning is there', async () => {
    const key = createRedact([`${'abcdefghij'.repeat(10)}`])
    expect(await key(`x ${'abcdefghij'.repeat(4)} y`)).toBe('x [secret] y')
  })

  it('leaves other texts alone, byte for byte', async () => {
    for (const text of ['', 'é€😀 %20 \\u0041 &amp; &#65; %zz \\', '{"a":"S3cret"}', 'S3cret/ +token'])
      expect(await redact(text)).toBe(text)
    expect(await createRedact(['abc', ''])('abc')).toBe('abc')
  })

  it('is found with work that grows with the text, whatever it repeats', async () => {
    const key = createRedact([`${'a'.repeat(4095)}b`])
    expect(await key('a'.repeat(5_000_000))).toBe('[secret]')
    expect(await key('%61'.repeat(500_000))).toBe('[secret]')
    const other = '&#98;'.repeat(500_000)
    expect(await key(other)).toBe(other)
  })
})
