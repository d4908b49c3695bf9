import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dataBody, endOfData } from './data-body.ts'

const onWire = (text: string) => Buffer.concat([...dataBody(Buffer.from(text, 'latin1'))]).toString('latin1')

it.each([
  ['', ''],
  ['a', 'a'],
  ['a\r\n', 'a'],
  ['a\r\n\r\n', 'a\r\n'],
  ['\r\n', ''],
  ['a\nb\rc\r\nd', 'a\r\nb\r\nc\r\nd'],
  ['a\n\rb', 'a\r\n\r\nb'],
  ['a\r\r\nb', 'a\r\n\r\nb'],
  ['.', '..'],
  ['.\r\n.\r\n..', '..\r\n..\r\n...'],
  ['a.b', 'a.b'],
  // Smuggling: each of these ends the message for some server.
  ['a\n.\nMAIL FROM:<x>', 'a\r\n..\r\nMAIL FROM:<x>'],
  ['a\r.\rb', 'a\r\n..\r\nb'],
  ['a\n.\r\nb', 'a\r\n..\r\nb'],
  ['a\r\n.\rb', 'a\r\n..\r\nb'],
  ['a\0b', 'a\0b'],
])('encodes %j as %j', (given, expected) => {
  expect(onWire(given)).toBe(expected)
})

it('never ends early and keeps every line, regardless of block boundaries', () => {
  const piece = fc.constantFrom('\r', '\n', '\r\n', '.', 'a', '..', 'b'.repeat(65_530))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      const wire = `\r\n${onWire(text)}${endOfData}`
      expect(wire.indexOf(endOfData)).toBe(wire.length - endOfData.length)
      expect(wire.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const lines = text.replace(/\r\n?|\n/g, '\n').replace(/\n$/, '')
      const received = wire.slice(2, -endOfData.length).split('\r\n')
      expect(received.map((line) => line.replace(/^\./, '')).join('\n')).toBe(lines)
    }),
    { numRuns: 200 },
  )
})
