import { describe, expect, it } from 'vitest'
import { callNode, validationIssues } from '../fixtures/call-node.ts'
import { flowIf } from '../flow/flow-if.ts'

const evaluated = async (condition: Record<string, unknown>) => {
  const result = await callNode(flowIf, { conditions: [condition] })
  return { holds: 'port' in result && result.port === 'true', warnings: result.warnings ?? [] }
}
const asks = (type: string, value: unknown, operator: string, compareTo?: unknown) => ({
  type,
  value,
  operator,
  ...(compareTo === undefined ? {} : { compareTo }),
})

describe('a condition on text', () => {
  it.each<[unknown, string, unknown, boolean]>([
    ['Été', 'equals', ' ete ', true],
    ['Été', 'not_equals', 'hiver', true],
    ['the Offer', 'contains', 'offer', true],
    ['the Offer', 'not_contains', 'offer', false],
    ['the Offer', 'starts_with', 'THE', true],
    ['the Offer', 'ends_with', 'offer', true],
    ['the Offer', 'matches', '*off?r', true],
    ['the Offer', 'matches', 'off*', false],
    ['order A-12', 'matches_pattern', '\\ba-\\d+', true],
    [['a', 'b'], 'contains', 'b', true],
    [{ name: 'Ada', email: 'ada@example.org' }, 'contains', 'ada <ada@', true],
    [12, 'equals', '12', true],
    [null, 'equals', 'x', false],
    [null, 'contains', 'x', false],
    [null, 'not_equals', 'x', true],
    [null, 'not_contains', 'x', true],
    ['x', 'contains', null, false],
    // Every text contains the empty text; an author never means that.
    ['x', 'contains', '', false],
    ['x', 'starts_with', '', false],
    ['', 'equals', '', true],
  ])('%j %s %j: %s', async (value, operator, compareTo, expected) => {
    expect((await evaluated(asks('text', value, operator, compareTo))).holds).toBe(expected)
  })
  it('is sensitive to case and accents if so configured', async () => {
    const exact = { ...asks('text', 'Été', 'contains', 'ete'), exact: true }
    expect((await evaluated(exact)).holds).toBe(false)
  })
})

describe('a condition on a number', () => {
  it.each<[unknown, string, unknown, boolean]>([
    [3, 'eq', 3, true],
    ['3.0', 'eq', '3', true],
    ['1 234,50', 'gt', 1234, true],
    [3, 'ne', 4, true],
    [3, 'gt', 3, false],
    [3, 'gte', 3, true],
    [2, 'lt', 3, true],
    [3, 'lte', 2, false],
    [null, 'lt', 3, false],
    [null, 'ne', 3, true],
  ])('%j %s %j: %s', async (value, operator, compareTo, expected) => {
    const { holds, warnings } = await evaluated(asks('number', value, operator, compareTo))
    expect([holds, warnings]).toEqual([expected, []])
  })
  it('includes both bounds of a range', async () => {
    const between = (value: unknown) =>
      evaluated({ type: 'number', value, operator: 'between', from: 1, to: '3' })
    expect((await Promise.all([1, 3, 4].map(between))).map(({ holds }) => holds)).toEqual([true, true, false])
  })
  it('is false for a text, with a warning', async () => {
    expect(await evaluated(asks('number', 'many', 'gt', 1))).toMatchObject({
      holds: false,
      warnings: [{ code: 'condition.not_a_number' }],
    })
  })
})

describe('a condition on a date', () => {
  it.each<[unknown, string, unknown, boolean]>([
    ['2026-11-12', 'before', '2026-11-13', true],
    ['2026-11-13T00:30:00+01:00', 'after', '2026-11-12T23:29:00Z', true],
    // Midnight in Paris.
    ['2026-11-13', 'before', '2026-11-12T23:30:00Z', true],
    [null, 'before', '2026-11-13', false],
  ])('%j %s %j: %s', async (value, operator, compareTo, expected) => {
    expect((await evaluated(asks('date', value, operator, compareTo))).holds).toBe(expected)
  })
  it('measures the last days back from now', async () => {
    const within = (value: string) =>
      evaluated({ type: 'date', value, operator: 'within_last', amount: 2, unit: 'days' })
    const values = ['2026-11-12T10:00:00Z', '2026-11-11T09:59:00Z', '2026-11-14T10:00:00Z']
    expect((await Promise.all(values.map(within))).map(({ holds }) => holds)).toEqual([true, false, false])
  })
  it('is false for an invalid date, with a warning', async () => {
    expect(await evaluated(asks('date', 'soon', 'before', '2026-11-13'))).toMatchObject({
      holds: false,
      warnings: [{ code: 'condition.not_a_date' }],
    })
  })
})

describe('a condition on another type', () => {
  it.each<[string, unknown, string, unknown, boolean]>([
    ['list', ['Ada', 'Bob'], 'contains', 'ada', true],
    ['list', [{ email: 'ada@example.org' }], 'contains', 'ADA@example.org', true],
    ['list', ['Ada'], 'not_contains', 'bob', true],
    ['list', null, 'contains', 'bob', false],
    ['list', [], 'is_empty', undefined, true],
    ['list', [1], 'is_not_empty', undefined, true],
    ['text', '  ', 'is_empty', undefined, true],
    ['text', null, 'is_empty', undefined, true],
    ['text', 'a', 'is_not_empty', undefined, true],
    ['boolean', true, 'is_true', undefined, true],
    ['boolean', 'yes', 'is_true', undefined, true],
    ['boolean', null, 'is_false', undefined, true],
    ['any', '', 'exists', undefined, true],
    ['any', null, 'exists', undefined, false],
    ['any', null, 'not_exists', undefined, true],
  ])('%s %j %s %j: %s', async (type, value, operator, compareTo, expected) => {
    expect((await evaluated(asks(type, value, operator, compareTo))).holds).toBe(expected)
  })
})

describe('conditions', () => {
  const yes = asks('any', 1, 'exists')
  const no = asks('any', 1, 'not_exists')
  it.each([
    ['all', [yes, yes], 'true'],
    ['all', [yes, no], 'false'],
    ['any', [no, yes], 'true'],
    ['any', [no, no], 'false'],
    ['all', [yes, { match: 'any', conditions: [no, yes] }], 'true'],
    ['any', [no, { match: 'all', conditions: [no, yes] }], 'false'],
  ])('%s of %o leaves by %s', async (match, conditions, port) => {
    expect(await callNode(flowIf, { match, conditions }, { input: { a: 1 } })).toMatchObject({
      port,
      data: { a: 1 },
    })
  })
  it.each([
    {},
    { conditions: [] },
    { conditions: [asks('number', 1, 'starts_with', 'a')] },
    { conditions: [asks('text', 1, 'gt', 'a')] },
    { conditions: [asks('text', 'a', 'matches_pattern', '(')] },
    { conditions: [{ ...yes, more: 1 }] },
    { conditions: [{ match: 'all', conditions: [] }] },
    { conditions: [{ match: 'all', conditions: [{ match: 'all', conditions: [yes] }] }] },
  ])('are rejected: %o', (params) => {
    expect(validationIssues(flowIf, params)).toBeDefined()
  })
})
