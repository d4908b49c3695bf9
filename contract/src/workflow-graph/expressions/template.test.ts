import { describe, expect, it } from 'vitest'
import { faultOf, render } from './fixtures/evaluate.ts'
import { isTemplate, parseTemplate, referencesOf } from './index.ts'

const scope = { message: { subject: 'Hi', size: 12, labels: ['a'], none: null } }

describe('a template', () => {
  it.each<[string, unknown]>([
    ['plain } text', 'plain } text'],
    ['', ''],
    ['{{ message.size }}', 12],
    ['{{message.labels}}', ['a']],
    [' {{ message.size }}', ' 12'],
    ['{{ message.subject }}: {{ message.size > 3 }}', 'Hi: true'],
    ['[{{ message.none }}] {{ message.labels }} {{ {a: {b: 1}} }}', '[] ["a"] {"a":{"b":1}}'],
    ['{{ {a: {b: 1}} }}', { a: { b: 1 } }],
    ['{{ "}}" }} {{ "{{" }}', '}} {{'],
    ['{{ message\n.subject }}!', 'Hi!'],
  ])('%s gives %j', (source, expected) => expect(render(source, scope)).toEqual(expected))

  it.each<[string, string, number]>([
    ['Hello {{ message.subject', 'expression.unclosed', 6],
    ['Hello {{', 'expression.unclosed', 6],
    ['{{ }}', 'expression.syntax', 3],
    ['ok {{ 1 }} and {{ nobody }}', 'expression.unknown_root', 18],
    ['{{ {{ 1 }} }}', 'expression.syntax', 4],
    ['{{{ 1 }}}', 'expression.syntax', 4],
  ])('%s: %s at %i', (source, code, at) => {
    expect(parseTemplate(source)).toMatchObject({ ok: false, fault: { code, at } })
  })

  it('reports positions in the whole text', () => {
    expect(faultOf(() => render('Dear {{ message.name }}', scope))).toMatchObject({ at: 16, length: 4 })
  })
  it('is recognised by its braces', () => {
    expect([isTemplate('a {{ b'), isTemplate('a { b }}')]).toEqual([true, false])
  })
})

describe('the references of a template', () => {
  const of = (source: string) => {
    const template = parseTemplate(source)
    if (!template.ok) throw new Error(template.fault.message.en)
    return referencesOf(template.value).map(({ root, path, optional }) => ({ root, path, optional }))
  }
  it('list roots and keys up to the first computed key', () => {
    expect(of('{{ steps["my-node"].data[0].x }} {{ steps[message.id].y }} {{ now }}')).toEqual([
      { root: 'steps', path: ['my-node', 'data', 0, 'x'], optional: false },
      { root: 'steps', path: [], optional: false },
      { root: 'message', path: ['id'], optional: false },
      { root: 'now', path: [], optional: false },
    ])
  })
  it('mark optional paths', () => {
    expect(
      of('{{ [steps.a?.x, steps.b | default(steps.c), steps.d ?? steps.e, exists(1 + steps.f)] }}'),
    ).toEqual(
      [true, true, false, true, false, true].map((optional, i) => ({
        root: 'steps',
        path: i === 0 ? ['a', 'x'] : ['abcdef'[i]],
        optional,
      })),
    )
  })
  it('leave out lambda parameters', () => {
    expect(of('{{ map(loop.items, steps => steps.a) }}')).toEqual([
      { root: 'loop', path: ['items'], optional: false },
    ])
  })
  it('include their position', () => {
    const template = parseTemplate('To {{ steps.a.x }}')
    expect(template.ok && referencesOf(template.value)[0]).toMatchObject({ at: 6, length: 9 })
  })
})
