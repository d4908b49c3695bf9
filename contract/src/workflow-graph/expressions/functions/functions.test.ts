import { describe, expect, it } from 'vitest'
import { codeOf, evaluate } from '../fixtures/evaluate.ts'
import { functions } from './registry.ts'

describe.each(functions.map((one) => [one.signature, one] as const))('%s', (_, fn) => {
  it('has a unique name, texts and an example', () => {
    expect(functions.filter(({ name }) => name === fn.name)).toHaveLength(1)
    expect(fn.description.en).toMatch(/\S\.$/)
    expect(fn.description.fr).toMatch(/\S\.$/)
    expect(fn.examples.length).toBeGreaterThan(0)
  })
  it.each(fn.examples)('%s gives %j', (source, result) => expect(evaluate(source)).toEqual(result))
})

const value = (source: string) => evaluate(source, { message: { big: 'é😀x', list: [3, null, 1] } })

describe('texts', () => {
  it.each<[string, unknown]>([
    ['slice(message.big, 0, 2)', 'é'],
    ['slice(message.big, 2)', 'x'],
    ['capitalize("élan")', 'Élan'],
    ['split("abc", "")', ['a', 'b', 'c']],
    ['split("", ",")', ['']],
    ['split(",a,", ",")', ['', 'a', '']],
    ['replace("aXbX", "X", "$&")', 'a$&b$&'],
    ['contains("aaaaaaaaaaaaaaaaaaaaaaaab", "aaaaaaaaaaaaaaaaab")', true],
    ['contains("aaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaab")', false],
    ['split("aaaaaaaaaaaaaaaaaaXaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaa")', ['', 'X', '']],
    ['padStart("abc", 2)', 'abc'],
    ['padEnd("a", 4, "xy")', 'axyx'],
    ['truncate("abc", 3)', 'abc'],
  ])('%s gives %j', (source, result) => expect(value(source)).toEqual(result))
})

describe('numbers', () => {
  it.each<[string, unknown]>([
    ['toNumber("-1.5")', -1.5],
    ['toNumber("1,234")', 1234],
    ['toNumber("1,5")', 1.5],
    ['toNumber("1.234.567,89")', 1234567.89],
    ["toNumber(\"CHF 1'000.50\" | replace('CHF', ''))", 1000.5],
    ['round(-1.005, 2)', -1.01],
    ['round(1234, -2)', 1200],
    ['round(2.5)', 3],
    ['sort(message.list)', [1, 3, null]],
  ])('%s gives %j', (source, result) => expect(value(source)).toEqual(result))
  it.each([
    'toNumber("")',
    'toNumber("12a")',
    'toNumber("Infinity")',
    'toNumber(".")',
    'formatNumber(1, 99)',
  ])('%s is rejected', (source) => expect(codeOf(source)).toBe('expression.argument'))
})

describe('dates', () => {
  it.each<[string, unknown]>([
    // 02:30 does not exist on that day in Paris; 02:30 exists twice on the other.
    ['timestamp("2026-03-29T02:30:00", "Europe/Paris") | fromTimestamp', '2026-03-29T01:30:00.000Z'],
    ['timestamp("2026-10-25T02:30:00", "Europe/Paris") | fromTimestamp', '2026-10-25T00:30:00.000Z'],
    ['addTime("2026-10-24T12:00:00Z", 1, "day", "Europe/Paris")', '2026-10-25T13:00:00.000Z'],
    ['addTime("2026-10-24T12:00:00Z", 24, "hours", "Europe/Paris")', '2026-10-25T12:00:00.000Z'],
    ['addTime("2024-02-29", 1, "year")', '2025-02-28T00:00:00.000Z'],
    ['addTime("2026-03-31", -1, "months")', '2026-02-28T00:00:00.000Z'],
    ['startOf("2026-11-15T23:30:00Z", "day", "Asia/Kolkata")', '2026-11-15T18:30:00.000Z'],
    ['startOf("2026-11-15T23:30:00Z", "year")', '2026-01-01T00:00:00.000Z'],
    ['weekday("2026-11-15")', 7],
    [
      'formatDate("2026-11-15T13:05:09+02:00", "h:mm a, yy \'at\' XXX", "America/New_York")',
      '6:05 AM, 26 at -05:00',
    ],
    ['toZone("2026-07-01T00:00:00Z", "UTC")', '2026-07-01T00:00:00.000+00:00'],
    ['parseDate("5.7.26 8:30", "d.M.yy H:mm")', '2026-07-05T08:30:00.000Z'],
  ])('%s gives %j', (source, result) => expect(value(source)).toEqual(result))
  it.each([
    'year("2026-02-30")',
    'year("yesterday")',
    'year("2026-01-01T25:00")',
    'addTime("2026-01-01", 1e9, "years")',
    'addTime("2026-01-01", 1e300, "days")',
    'addTime("2026-01-01", 1, "moons")',
    'fromTimestamp(9e15)',
    'formatDate("2026-01-01", "yyyy", "UTC", "not a language")',
    'formatCurrency(1, "EURO")',
    'parseDate("31/02/2026", "dd/MM/yyyy")',
  ])('%s is rejected', (source) => expect(codeOf(source)).toBe('expression.argument'))
})

describe('addresses', () => {
  it.each<[string, unknown]>([
    ['addressEmail([{email: "A@b.c"}, {email: "x@y.z"}])', 'a@b.c'],
    ['addressName("\\"Q \\\\\\"x\\\\\\"\\" <a@b.c>")', 'Q "x"'],
    ['formatAddress("a\\nBcc: x@y.z", "a@b.c")', '"a Bcc: x@y.z" <a@b.c>'],
    ['isAddress("a@b.c, d@e.f")', false],
    ['addressDomain("evil@a.b <real@c.d>")', 'c.d'],
  ])('%s gives %j', (source, result) => expect(value(source)).toEqual(result))
  it.each([
    'addressEmail("nobody")',
    'addressDomain("a@b@c")',
    'formatAddress("x", "a@b.c\\r\\nBcc: d@e.f")',
  ])('%s is rejected', (source) => expect(codeOf(source)).toBe('expression.argument'))
})
