import { expect, test } from 'vitest'
import { asciiDomain } from './domain-name.ts'

test.each([
  ['Example.COM', 'example.com'],
  ['example.com.', 'example.com'],
  ['Müller.de', 'xn--mller-kva.de'],
  ['xn--MLLER-kva.de', 'xn--mller-kva.de'],
  ['mu\u0308ller.de', 'xn--mller-kva.de'],
  ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
  ['intranet', 'intranet'],
  ['_spf.example.com', '_spf.example.com'],
])('%s is %s', (domain, ascii) => {
  expect(asciiDomain(domain)).toBe(ascii)
})

test.each([
  '',
  '.',
  'a b.example',
  'a..example',
  '.example',
  'a@b.example',
  'example.com/path',
  'exa%6dple.com',
  'foo.*',
  '192.0.2.1',
  '127.1',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(130)}example`,
])('%j is no domain', (domain) => {
  expect(asciiDomain(domain)).toBeUndefined()
})
