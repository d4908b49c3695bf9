import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDate } from './header-date.ts'

const tenUtc = '2025-11-03T10:00:00.000Z'

describe('the Date header', () => {
  it.each([
    ['Mon, 3 Nov 2025 04:00:00 -600', tenUtc],
    ['Mon, 3 Nov 2025 12:00:00 GMT+0200', tenUtc],
    ['Mon, 3 Nov 2025 12:00:00 GMT+02:00', tenUtc],
    ['Mon, 3 Nov 2025 07:00:00 UTC-3', tenUtc],
    ['Mon, 3 Nov 2025 11:00:00 +1', tenUtc],
    ['Mon, 3 Nov 2025 10:0:0 GMT', tenUtc],
    ['Mon, 3 Nov 2025 11:00:00.123 +0100', tenUtc],
    ['Mon, 3 Nov 2025 11:00:00,5 +01:00', tenUtc],
    ['Mon Nov  3 10:00:00 2025', tenUtc],
    ['Mon Nov  3 11:00:00 CET 2025', tenUtc],
    ['Mon Nov  3 11:00:00 2025 +0100', tenUtc],
    ['Mon,3Nov2025 11:00:00+0100', tenUtc],
    ['3-Nov-2025 11:00:00+0100', tenUtc],
    ['Mon, 03-Nov-25 10:00:00 GMT', tenUtc],
    ['lun., 3 nov. 2025 11:00:00 +0100', tenUtc],
    ['Mo, 3 Nov 2025 11:00:00 MEZ', tenUtc],
    ['3 de noviembre de 2025 11:00:00 +0100', tenUtc],
    ['Mon, 3 Nov 2025 19:00:00 JST', tenUtc],
    ['Mon, 3 Nov 2025 13:00:00 MSK', tenUtc],
    ['November 3, 2025 10:00 AM', tenUtc],
    ['Mon, 3 Nov 2025 11:00:00 PM -0100', '2025-11-04T00:00:00.000Z'],
    ['2025-11-03 11:00:00 +0100', tenUtc],
    ['2025-11-03T11:00:00.000+01:00', tenUtc],
    ['2025/11/03 10:00:00', tenUtc],
    ['03.11.2025 10:00', tenUtc],
    ['"Mon, 3 Nov 2025 10:00:00 +0000"', tenUtc],
    ['Mon, 3 Nov 2025 15:30:00 +0530 (IST)', tenUtc],
    ['Mon, 3 (third) Nov 2025 (of the year) 10:00:00 -0000', tenUtc],
    ['12 août 2025 12:00 +0200', '2025-08-12T10:00:00.000Z'],
    ['Mon, 3 Nov 2025 10:00:00 +9900', tenUtc],
    ['Mon, 32 Nov 2025 10:00:00 +0000', null],
    ['Mon, 3 Nov 2025 25:00:00 +0000', null],
    ['Mon, 3 Foo 2025 10:00:00 +0000', null],
    ['11/03/2025 10:00', null],
    ['today', null],
  ])('%j is %j', (field, date) => expect(parseDate(field)).toBe(date))

  const names = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
  const pad = (value: number) => String(value).padStart(2, '0')
  const moment = fc.date({ min: new Date('1981-01-01'), max: new Date('2098-12-31'), noInvalidDate: true })

  it('never loses its zone, however it is written', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: -14 * 4, max: 14 * 4 }), fc.nat(5), (raw, quarters, form) => {
        const at = new Date(Math.floor(raw.getTime() / 1000) * 1000)
        const local = new Date(at.getTime() + quarters * 900_000)
        const [hour, minute] = [Math.trunc(Math.abs(quarters) / 4), (Math.abs(quarters) % 4) * 15]
        const sign = quarters < 0 ? '-' : '+'
        const zone = [
          `${sign}${pad(hour)}${pad(minute)}`,
          `${sign}${pad(hour)}:${pad(minute)}`,
          `${sign}${hour}${pad(minute)}`,
          `GMT${sign}${pad(hour)}${pad(minute)}`,
          `UTC${sign}${hour}:${pad(minute)}`,
          `${sign}${pad(hour)}${pad(minute)} (Somewhere)`,
        ][form]
        const [day, month, year] = [local.getUTCDate(), names[local.getUTCMonth()], local.getUTCFullYear()]
        const clock = `${local.getUTCHours()}:${pad(local.getUTCMinutes())}:${local.getUTCSeconds()}`
        for (const text of [
          `${day} ${month} ${year} ${clock} ${zone}`,
          `Xyz ${month} ${day} ${clock} ${zone} ${year}`,
        ])
          expect(parseDate(text), text).toBe(at.toISOString())
      }),
    )
  })

  it('is plausible or null, whatever it contains', () => {
    const piece = fc.constantFrom(
      'Mon',
      ',',
      ' ',
      '3',
      '31',
      'Nov',
      '2025',
      '10:00',
      ':61',
      '+',
      '-0600',
      'GMT',
      '(',
      ')',
      'T',
      '.',
      'é',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece).map((all) => all.join('')),
        ),
        (text) => {
          expect(parseDate(text) ?? tenUtc).toMatch(/^(?:19[89]|20)\d+-\d\d-\d\dT[\d:.]+Z$/)
        },
      ),
    )
  })
})
