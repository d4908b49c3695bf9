import { describe, expect, it } from 'vitest'
import { faultOf } from './fixtures/evaluate.ts'
import { compileParams, faultsOfParams, referencesOfParams, renderParams } from './index.ts'

const scope = { message: { subject: 'Hi', size: 12 } }

describe('params', () => {
  it('are returned unchanged without templates', () => {
    const params = { a: [1, { b: 'x }}' }], c: null }
    expect(renderParams(compileParams(params), {})).toBe(params)
  })

  it('replace templates by values and share the rest', () => {
    const params = {
      to: ['{{ message.size }}', 'b'],
      deep: { s: 'Re: {{ message.subject }}' },
      same: { x: [1] },
    }
    const before = structuredClone(params)
    const result = renderParams(compileParams(params), scope)
    expect(result).toEqual({ to: [12, 'b'], deep: { s: 'Re: Hi' }, same: { x: [1] } })
    expect(params).toEqual(before)
    expect(result).toHaveProperty('same', params.same)
    expect(Object.keys(result ?? {})).toEqual(['to', 'deep', 'same'])
  })

  it('contain copies of scope values', () => {
    const found = JSON.parse('{"list": [{"n": 1}], "__proto__": {"own": true}}')
    const before = structuredClone(found)
    const result = renderParams(compileParams({ all: '{{ trigger.body }}' }), { trigger: { body: found } })
    expect(result).toEqual({ all: before })
    const { all } = result as { all: { list: { n: unknown; more?: number }[] } }
    expect([Object.getPrototypeOf(all), Object.keys(all)]).toEqual([Object.prototype, ['list', '__proto__']])
    Object.assign(all.list[0] ?? {}, { n: '1', more: 2 })
    all.list.push({ n: 3 })
    expect(found).toEqual(before)
  })

  it('may be a single template', () => {
    expect(renderParams(compileParams('{{ message.size }}'), scope)).toBe(12)
  })

  it('report all faults with their fields', () => {
    const faults = faultsOfParams({ a: '{{ nope }}', b: [{ c: 'x {{ 1 +' }], d: '{{ 1 }}' })
    expect(faults).toMatchObject([
      { code: 'expression.unknown_root', path: ['a'], at: 3 },
      { code: 'expression.unclosed', path: ['b', 0, 'c'] },
    ])
  })

  it('report the field whose evaluation fails', () => {
    const params = compileParams({ a: { b: ['ok', '{{ message.nope }}'] } })
    expect(faultOf(() => renderParams(params, scope))).toMatchObject({
      code: 'expression.missing',
      path: ['a', 'b', 1],
    })
  })

  it('are not rendered if one template is invalid', () => {
    const params = compileParams({ a: '{{ 1 }}', b: '{{ nope }}' })
    expect(faultOf(() => renderParams(params, scope))).toMatchObject({ path: ['b'] })
  })

  it('list the paths they read', () => {
    expect(referencesOfParams(compileParams({ a: ['{{ steps.x.y }}'] }))).toMatchObject([
      { root: 'steps', path: ['x', 'y'], field: ['a', 0] },
    ])
  })

  it('share one budget and one output limit', () => {
    const many = compileParams(Array.from({ length: 50 }, () => '{{ repeat("x", 60000) }}'))
    expect(faultOf(() => renderParams(many, {}, { output: 1e9 }))?.code).toBe('expression.budget')
    const five = compileParams(Array.from({ length: 5 }, () => '{{ repeat("x", 60000) }}'))
    expect(faultOf(() => renderParams(five, {}))).toMatchObject({ code: 'expression.too_large', path: [4] })
  })

  it('are limited in depth and number', () => {
    let deep: unknown = '{{ 1 }}'
    for (let i = 0; i < 5_000; i++) deep = [deep]
    expect(faultsOfParams(deep)).toMatchObject([{ code: 'expression.too_deep' }])
    const wide = Array.from({ length: 200_000 }, () => ({}))
    expect(faultsOfParams(wide)).toMatchObject([{ code: 'expression.too_large' }])
    const circle: unknown[] = []
    circle.push(circle)
    expect(faultsOfParams(circle)).toMatchObject([{ code: 'expression.too_deep' }])
  })

  it('never set a prototype', () => {
    const params = JSON.parse('{"__proto__": "{{ 1 }}", "a": {"__proto__": {"b": 1}, "c": "{{ 2 }}"}}')
    expect(faultsOfParams(params)).toMatchObject([{ code: 'expression.forbidden', path: ['__proto__'] }])
    const result = renderParams(compileParams(params.a), {})
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
  })
})
