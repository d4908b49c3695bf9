import { describe, expect, it } from 'vitest'
import { attempt } from './fixtures/attempt.ts'

class Person {
  secret = 'own'
  get computed(): never {
    throw new Error('a getter ran')
  }
  method() {
    return 'ran'
  }
}
const rich = {
  message: {
    text: 'x',
    list: [1],
    person: new Person(),
    fn: () => 'ran',
    date: new Date(0),
    evil: JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'),
  },
}
const keys = ['__proto__', 'constructor', 'prototype']

describe('the prototype', () => {
  const spellings = keys.flatMap((key) => [
    `{{ message.${key} }}`,
    `{{ message?.${key}? }}`,
    `{{ message["${key}"] }}`,
    `{{ message['${key.slice(0, 3)}' + '${key.slice(3)}'] }}`,
    `{{ message[join(["${key.slice(0, 2)}", "${key.slice(2)}"], "")] }}`,
    `{{ message["${[...key].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('')}"] }}`,
    `{{ "text".${key} }}`,
    `{{ (1).${key} }}`,
    `{{ [].${key} }}`,
    `{{ {}.${key} }}`,
    `{{ message.evil.${key} }}`,
    `{{ get(message, "${key}") }}`,
    `{{ get(message.evil, "${key}.polluted") }}`,
    `{{ {${key}: 1} }}`,
    `{{ {"${key}": 1} }}`,
    `{{ toRecord([1], x => "${key}", x => {polluted: true}) }}`,
    `{{ choose("${key}", message.evil) }}`,
    `{{ map([message.evil], x => x["${key}"]) }}`,
  ])
  it.each(spellings)('cannot be reached by %s', (source) => {
    const { value, code } = attempt(source, rich)
    expect(value).toBeUndefined()
    expect(code).toBe('expression.forbidden')
  })

  it.each(keys)('does not appear in results: %s', (key) => {
    for (const source of [
      'merge(message.evil, {a: 1})',
      'omit(message.evil, [])',
      `pick(message.evil, ["${key}"])`,
    ]) {
      const { value } = attempt(`{{ ${source} }}`, rich)
      expect(Object.keys(Object(value))).not.toContain(key)
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    }
    expect(attempt('{{ keys(message.evil) }}', rich).value).toEqual([])
    expect(attempt(`{{ "${key}" in message.evil or hasField(message.evil, "${key}") }}`, rich).value).toBe(
      false,
    )
  })

  it.each([
    'toString',
    'valueOf',
    'hasOwnProperty',
    '__defineGetter__',
    '__lookupGetter__',
    'length',
    'push',
    'at',
  ])('does not expose %s', (key) => {
    for (const base of ['message', '"text"', '[1]', '(1)', 'true'])
      expect(attempt(`{{ ${base}.${key} }}`, rich).code).toBe('expression.missing')
  })

  it('is not changed', () => {
    for (const source of spellings) attempt(source, rich)
    expect(Reflect.ownKeys(Object.prototype)).not.toContain('polluted')
    expect(Object(1).polluted).toBeUndefined()
  })
})

describe('foreign values in a scope', () => {
  it.each([
    'message.person.computed',
    'message.person.method',
    'message.fn',
    'message.person.method?.name?.x',
  ])('count as missing: %s', (source) => {
    const { value, code } = attempt(`{{ ${source} }}`, rich)
    expect([value ?? null, code ?? 'expression.missing']).toEqual([null, 'expression.missing'])
  })
  it.each([
    'message + ""',
    '"" + message.date',
    'toText(message)',
    '{toString: 1} + "x"',
    'extract("a", "a", {toString: 1})',
  ])('run no code when converted to text: %s', (source) => {
    expect(String(attempt(`{{ ${source} }}`, rich).value)).not.toContain('ran')
  })
})

describe('disguised code', () => {
  it.each([
    'process.env',
    'globalThis',
    'this.constructor',
    'eval("1")',
    'Function("return 1")()',
    'import("fs")',
    'require("fs")',
    'message.list.map(x => x)',
    'message.text.replace("x", "y")',
    '(() => 1)()',
    'function () { return 1 }',
    'new Date()',
    '`x`',
    'a = 1',
    'message.text = "x"',
    'delete message.text',
    '1; 2',
    '1, 2',
    '{get a() { return 1 }}',
    '{...message}',
    '[...message.list]',
    'x => x',
    'map(message.list, upper)',
    'map(message.list, x => y => x)',
    '/x/.test("x")',
    'message.text++',
    'ｍessage.text',
    'message\u200b.text',
    'message.\u202etext',
    'm\u0435ssage.text',
    '\u0000',
    '\ud800',
    'upper.call(1)',
    'upper("x").constructor',
    '"\\',
    "'",
    '}} {{',
  ])('is rejected when parsed: %s', (source) => {
    expect(attempt(`{{ ${source} }}`, rich).code).toMatch(/syntax|unknown|unclosed|forbidden|arguments/)
  })
})
