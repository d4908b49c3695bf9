import { describe, expect, it } from 'vitest'
import { faultOf } from '../fixtures/evaluate.ts'
import { compileParams, type Language, renderParams } from '../index.ts'

const render = (language: Language, field: string, value: unknown) => {
  const compiled = compileParams({ field }, { field: language })
  return (renderParams(compiled, { trigger: { body: value } }) as { field: unknown }).field
}
const x = '{{ trigger.body }}'

describe('a value in a URL', () => {
  const url = (field: string, value: unknown) => render('url', field, value)

  it('stays one segment of the path and one value of the query', () => {
    expect(url(`https://a.test/users/${x}`, 'a/b?c#d')).toBe('https://a.test/users/a%2Fb%3Fc%23d')
    expect(url(`https://a.test/?q=${x}&r=1`, 'a&r=2#é')).toBe('https://a.test/?q=a%26r%3D2%23%C3%A9&r=1')
    expect(url(`https://a.test#${x}`, 'a b')).toBe('https://a.test#a%20b')
    expect(url(`https://a.test/${x}`, '\ud800')).toBe('https://a.test/%EF%BF%BD')
    expect(url(`https://a.test/?n=${x}`, 5)).toBe('https://a.test/?n=5')
  })

  it('does not climb out of its path', () => {
    for (const value of ['.', '..'])
      expect(faultOf(() => url(`https://a.test/users/${x}/delete`, value))?.code).toBe('expression.argument')
    expect(url(`https://a.test/users/${x}/delete`, '%2e%2e')).toBe('https://a.test/users/%252e%252e/delete')
    expect(faultOf(() => url('https://a.test/{{ urlEncode(trigger.body) }}/x', '..'))).toBeDefined()
  })

  it.each([
    ['https://{{ trigger.body }}.a.test/', 'evil.test/'],
    ['https://{{ trigger.body }}.a.test/', 'evil.test'],
    ['https://{{ trigger.body }}.a.test/', 'user:pw@evil.test#'],
    ['https://a.test{{ trigger.body }}/', '.evil.test'],
    ['https://a.test{{ trigger.body }}/', '@evil.test'],
    ['https://a.test:{{ trigger.body }}/', '80@evil.test'],
    ['https://{{ trigger.body }}/', 'evil.test/?'],
    ['https://{{ trigger.body }}/', 'a@evil.test'],
    ['https:{{ trigger.body }}/', '//evil.test'],
    ['https:\\\\{{ trigger.body }}.a.test', 'evil.test\\'],
  ])('does not choose another host: %s with %s', (template, value) => {
    expect(faultOf(() => url(template, value))?.code).toBe('expression.argument')
  })

  it('may be a label of the host, the whole host, or the base', () => {
    expect(url(`https://${x}.a.test/x`, 'acme')).toBe('https://acme.a.test/x')
    expect(url(`https://${x}/x`, 'api.a.test:8443')).toBe('https://api.a.test:8443/x')
    expect(url(`${x}/done?id=${x}`, 'https://a.test/b')).toBe(
      'https://a.test/b/done?id=https%3A%2F%2Fa.test%2Fb',
    )
    expect(url(x, 'https://a.test/?a=b&c')).toBe('https://a.test/?a=b&c')
  })

  it('is as it is with raw, and encoded once with urlEncode', () => {
    expect(url('https://a.test/{{ trigger.body | raw }}', 'a/b?c=d')).toBe('https://a.test/a/b?c=d')
    expect(url('https://a.test/{{ urlEncode(trigger.body) }}', 'a/b')).toBe('https://a.test/a%2Fb')
  })
})

describe('a value in JSON that is written as text', () => {
  const json = (field: string, value: unknown) => render('json', field, value)

  it('adds no field', () => {
    const attack = 'x", "admin": true, "y": "\\'
    expect(JSON.parse(String(json(`{"name": "${x}", "n": 1}`, attack)))).toEqual({ name: attack, n: 1 })
    expect(JSON.parse(String(json(`{"a\\"b": "c ${x}"}`, 'd"\n\u2028')))).toEqual({ 'a"b': 'c d"\n\u2028' })
  })

  it('is a JSON value outside quotation marks', () => {
    expect(JSON.parse(String(json(`{"a": ${x}, "b": ${x}}`, '1, "c": 2')))).toEqual({
      a: '1, "c": 2',
      b: '1, "c": 2',
    })
    expect(json(`{"a": ${x}}`, [1, { b: null }])).toBe('{"a": [1,{"b":null}]}')
    expect(json('{"a": {{ toJson(trigger.body) }}}', 'b')).toBe('{"a": "b"}')
    expect(json('{"a": {{ trigger.body | raw }}}', '{"b":1}')).toBe('{"a": {"b":1}}')
  })
})

describe('a value in a search', () => {
  const search = (field: string, value: unknown) => render('search', field, value)

  it('is a word or a phrase, never an operator', () => {
    expect(search(`from:${x}`, 'ada@a.test')).toBe('from:ada@a.test')
    expect(search(`from:${x}`, 'a OR from:boss@a.test')).toBe('from:"a OR from:boss@a.test"')
    expect(search(`subject:${x} is:unread`, '-x" in:trash "y')).toBe('subject:"-x  in:trash  y" is:unread')
    expect(search(`from:a ${x} b`, 'OR')).toBe('from:a "OR" b')
    expect(search(`subject:"${x}" is:read`, 'a" OR "b')).toBe('subject:"a  OR  b" is:read')
    expect(search(x, 'from:a OR b')).toBe('from:a OR b')
  })
})

describe('a value among recipients', () => {
  const to = (field: string, value: unknown) => render('addresses', field, value)

  it('adds no recipient', () => {
    expect(to(`${x} <bob@a.test>`, 'evil@b.test, Bob')).toBe('"evil@b.test, Bob" <bob@a.test>')
    expect(to(`${x} <bob@a.test>`, 'Bob <evil@b.test>; ')).toBe('"Bob <evil@b.test>; " <bob@a.test>')
    expect(to(`"${x}" <bob@a.test>`, 'x" <evil@b.test>, "')).toBe('"x <evil@b.test>, " <bob@a.test>')
    expect(faultOf(() => to(`Bob <${x}>`, 'bob@a.test>, <evil@b.test'))?.code).toBe('expression.argument')
    expect(to(`boss@a.test, ${x}`, 'bob@a.test')).toBe('boss@a.test, bob@a.test')
  })

  it('may be all recipients, or a list with raw', () => {
    expect(to(x, 'a@a.test, b@a.test')).toBe('a@a.test, b@a.test')
    expect(to(`c@a.test, {{ trigger.body | raw }}`, 'a@a.test, b@a.test')).toBe(
      'c@a.test, a@a.test, b@a.test',
    )
  })
})

describe('a value in a pattern, a form or XML', () => {
  it('stands for itself', () => {
    expect(render('pattern', `^order ${x}$`, 'a.*|(b)')).toBe('^order a\\.\\*\\|\\(b\\)$')
    expect(render('pattern', `[${x}]`, 'a-z]')).toBe('[a\\-z\\]]')
    expect(render('pattern', '^{{ trigger.body | raw }}$', 'a|b')).toBe('^a|b$')
    expect(render('form', `a=${x}&b=1`, '1&c=2')).toBe('a=1%26c%3D2&b=1')
    expect(render('xml', `<a b="${x}"/>`, '"/><c>')).toBe('<a b="&quot;/&gt;&lt;c&gt;"/>')
  })
})
