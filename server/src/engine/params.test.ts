import { choice, integer, list, object, text, withDefault } from '@mailwright/contract/schema'
import { describe, expect, it } from 'vitest'
import { nodeDefiner } from './define-node.ts'
import { readParams, renderParams } from './params.ts'

const type = nodeDefiner()({
  type: 'test.rows',
  version: 1,
  group: 'flow',
  effect: 'none',
  title: { en: 'Rows', fr: 'Lignes' },
  description: { en: 'Takes rows.', fr: 'Prend des lignes.' },
  params: object({
    rows: list(object({ name: text(1, 20), kind: withDefault(choice('a', 'b'), 'a') }), 0, 10),
    count: withDefault(integer(0, 9), 3),
    note: withDefault(text(0, 20), ''),
  }),
  fields: {},
  ports: { fixed: ['main'] },
  run: () => ({}),
})
const scopeOf = (rows: unknown) => ({ trigger: { body: { rows } }, steps: {} })
const render = (given: Record<string, unknown>, scope: ReturnType<typeof scopeOf>) =>
  renderParams({ type, params: readParams(type, given) }, scope, (html) => html)

describe('the parameters of a node', () => {
  it('get defaults and conversions without changing the value of an expression', () => {
    const rows = [{ name: 5 }, { name: 'six', kind: 'b' }]
    const scope = scopeOf(rows)
    expect(render({ rows: '{{ trigger.body.rows }}', count: '{{ "4" }}' }, scope)).toEqual({
      rows: [{ name: '5', kind: 'a' }, rows[1]],
      count: 4,
      note: '',
    })
    expect(scope).toEqual(scopeOf([{ name: 5 }, { name: 'six', kind: 'b' }]))
  })

  it('get defaults and conversions without changing the graph', () => {
    const given = { rows: [{ name: 5 }, '{{ trigger.body.rows[0] }}'], note: '{{ "n" }}' }
    const before = structuredClone(given)
    expect(render(given, scopeOf([{ name: 'one' }]))).toMatchObject({
      rows: [
        { name: '5', kind: 'a' },
        { name: 'one', kind: 'a' },
      ],
    })
    const fixed = { rows: [{ name: 'x' }] }
    expect(render(fixed, scopeOf([]))).toEqual({ rows: [{ name: 'x', kind: 'a' }], count: 3, note: '' })
    expect([given, fixed]).toEqual([before, { rows: [{ name: 'x' }] }])
  })
})
