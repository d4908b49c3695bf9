import { describe, expect, it } from 'vitest'
import { editText, readDay, readNumber, readText, showCell } from './cells.ts'

const words = { yes: 'yes', no: 'no' }
const column = (type: Parameters<typeof showCell>[1], options: string[] = []) => ({
  type,
  options,
  required: false,
})

describe('numbers', () => {
  it.each([
    ['3480', 'en', 3480],
    ['3,480.50', 'en', 3480.5],
    ['1,234', 'en', 1234],
    ['1,234', 'fr', 1.234],
    ['3 480,50 €', 'fr', 3480.5],
    ['3.480,50', 'fr', 3480.5],
    ['12,5', 'en', 12.5],
    ['-0.5', 'en', -0.5],
    ['$4.82', 'en', 4.82],
    ['twelve', 'en', undefined],
    ['1-2', 'en', undefined],
  ] as const)('reads %s (%s)', (text, locale, value) => {
    expect(readNumber(text, locale)).toBe(value)
  })
})

it.each([
  ['2026-12-31', '2026-12-31'],
  ['31/12/2026', '2026-12-31'],
  ['1.2.2026', '2026-02-01'],
  ['30/02/2026', undefined],
  ['soon', undefined],
])('reads the day %s', (text, day) => {
  expect(readDay(text)).toBe(day)
})

it('reads what is typed by the type of its column', () => {
  expect(readText(' a ', column('text'), 'en')).toEqual({ value: ' a ' })
  expect(readText('  ', column('number'), 'en')).toEqual({ value: null })
  expect(readText('', { ...column('number'), required: true }, 'en')).toEqual({ problem: 'required' })
  expect(readText('Oui', column('boolean'), 'fr')).toEqual({ value: true })
  expect(readText('maybe', column('boolean'), 'en')).toEqual({ problem: 'boolean' })
  expect(readText('PAID', column('select', ['new', 'paid']), 'en')).toEqual({ value: 'paid' })
  expect(readText('Ada@Example.org', column('email'), 'en')).toEqual({ value: 'ada@example.org' })
  expect(readText('2026-11-15T09:30:00Z', column('datetime'), 'en')).toEqual({
    value: '2026-11-15T09:30:00.000Z',
  })
  const local = readText('15/11/2026 9:30', column('datetime'), 'en')
  expect(local).toEqual({ value: new Date(2026, 10, 15, 9, 30).toISOString() })
})

it('gives back what it shows for editing', () => {
  const at = new Date(2026, 10, 15, 9, 30).toISOString()
  expect(readText(editText(at, 'datetime', 'en'), column('datetime'), 'en')).toEqual({ value: at })
  expect(readText(editText(1234.5, 'number', 'fr'), column('number'), 'fr')).toEqual({ value: 1234.5 })
})

it('shows values as the language writes them', () => {
  expect(showCell(3480.5, 'number', 'en', words)).toBe('3,480.5')
  expect(showCell('2026-12-01', 'date', 'en', words)).toBe('1 Dec 2026')
  expect(showCell(false, 'boolean', 'en', words)).toBe('no')
  expect(showCell(null, 'text', 'en', words)).toBe('')
})
