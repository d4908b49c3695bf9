import { describe, expect, it } from 'vitest'
import { object, text } from '../schema.ts'
import { createPatternBudget } from './check-text.ts'
import { checkValue } from './check-value.ts'
import { testCatalogue } from './fixtures/catalogue.ts'
import { graph, node, start } from './fixtures/graphs.ts'
import type { GraphConnection } from './graph.ts'
import type { NodeTypeInfo } from './node-type.ts'
import { isValid, maxConnections, validateGraph, validateInSteps } from './validate.ts'

const patternType: NodeTypeInfo = {
  ...(testCatalogue.find(({ type }) => type === 'flow.set') as NodeTypeInfo),
  type: 'flow.match',
  params: object({
    a: text(1, 1000, { format: 'text-pattern' }),
    b: text(1, 1000, { format: 'text-pattern' }),
  }),
}
const catalogue = [...testCatalogue, patternType]
const codesOf = (given: ReturnType<typeof graph>) => validateGraph(given, catalogue).map(({ code }) => code)

/** Takes about 24,000 steps to compile; each is different. */
const large = (i: number) => `(?:(?:(?:a|b${i}){1,40}){1,25}){0,20}`
const matching = (count: number, pattern: (i: number) => string) =>
  graph([
    start,
    ...Array.from({ length: count }, (_, i) =>
      node(`n${i}`, 'flow.match', { params: { a: pattern(i), b: pattern(i) } }),
    ),
  ])

describe('the patterns of a graph', () => {
  it('are checked within a budget for all of them, and the graph is rejected beyond it', () => {
    const patterns = createPatternBudget()
    const before = patterns.left
    for (let i = 0; i < 2400; i++) checkValue(patternType.params, { a: large(i), b: large(-i) }, patterns)
    expect(patterns.left).toBeLessThan(0)
    // At most one pattern beyond the budget was compiled.
    expect(before - patterns.left).toBeLessThan(before * 1.2)
    expect(codesOf(matching(400, large))).toContain('graph.too_complex')
  })

  it('are checked once each', () => {
    const patterns = createPatternBudget()
    checkValue(patternType.params, { a: large(1), b: large(1) }, patterns)
    const after = patterns.left
    for (let i = 0; i < 1000; i++) checkValue(patternType.params, { a: large(1), b: large(1) }, patterns)
    expect(patterns.left).toBe(after)
  })

  it('may be many if they are of a usual size, and wrong ones are still found', () => {
    const usual = matching(490, (i) => `^(?:RE|FWD?): *invoice no\\. ?(\\d{4}-${i})$`)
    expect(isValid(validateGraph(usual, catalogue))).toBe(true)
    const wrong = matching(490, (i) => `(${i}`)
    expect(new Set(codesOf(wrong).slice(0, 400))).toEqual(new Set(['node.invalid_params']))
  })
})

describe('a graph that would cost too much', () => {
  it('is not validated beyond its number of connections', () => {
    const connections: GraphConnection[] = Array.from({ length: maxConnections + 1 }, (_, i) => ({
      from: 'start',
      output: `p${i}`,
      to: 'start',
    }))
    expect(codesOf({ ...graph([start]), connections })).toEqual(['graph.too_many_connections'])
  })

  it('is validated in as many steps as it has nodes', () => {
    const nodes = Array.from({ length: 400 }, (_, i) =>
      node(`n${i}`, 'flow.set', { params: { text: '{{ 1 + 1 }}' } }),
    )
    const steps = validateInSteps(graph([start, ...nodes]), catalogue)
    let count = 0
    while (!steps.next().done) count++
    expect(count).toBeGreaterThan(800)
  })

  it('yields a bounded list of issues, however many expressions are wrong', () => {
    const refers = (i: number) =>
      node(`n${i}`, 'flow.set', { params: { text: `{{ steps.none${i} }}`.repeat(40) } })
    const given = graph([start, ...Array.from({ length: 400 }, (_, i) => refers(i))])
    const issues = validateGraph(given, catalogue)
    expect(issues.length).toBe(500)
    expect(issues[0]?.severity).toBe('error')
  })

  it.each([
    ['nested lists', JSON.parse('['.repeat(2000) + ']'.repeat(2000))],
    ['nested records', JSON.parse(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`)],
    ['an expression with nested brackets', `{{ ${'('.repeat(20_000)}1${')'.repeat(20_000)} }}`],
    ['an expression of many operators', `{{ ${'1 + '.repeat(20_000)}1 }}`],
    ['an expression with many negations', `{{ ${'not '.repeat(20_000)}true }}`],
    ['a path of many keys', `{{ trigger${'.a'.repeat(40_000)} }}`],
    ['many openings without an end', '{{'.repeat(49_000)],
    ['a pattern of nested groups', { a: '('.repeat(900), b: '(?:'.repeat(300) }],
  ])('does not overflow the stack with %s', (_name, value) => {
    for (const type of ['flow.set', 'flow.match', 'flow.loop']) {
      const params = typeof value === 'object' && !Array.isArray(value) ? value : { text: value, a: value }
      expect(
        validateGraph(graph([start, node('a', type, { params })], ['start>a']), catalogue).length,
      ).toBeGreaterThan(0)
    }
  })
})
