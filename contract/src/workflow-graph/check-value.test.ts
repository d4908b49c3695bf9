import { describe, expect, it } from 'vitest'
import {
  boolean,
  choice,
  integer,
  list,
  map,
  nullable,
  number,
  object,
  optional,
  text,
  union,
  uuid,
} from '../schema.ts'
import { checkValue } from './check-value.ts'

const schema = object({
  name: text(2, 5),
  kind: optional(choice('a', 'b')),
  count: optional(integer(1, 9)),
  ratio: optional(number()),
  on: optional(boolean()),
  id: optional(nullable(uuid())),
  tags: optional(list(text(1, 3), 1, 2)),
  more: optional(map(integer(), { minLength: 1, maxLength: 3 })),
  either: optional(union(object({ a: integer() }), object({ b: text(1, 9), c: text(1, 9) }))),
})
const faults = (value: object) =>
  checkValue(schema, { name: 'good', ...value }).map((one) => one.path.join('/'))

describe('checkValue', () => {
  it('accepts a matching value', () => {
    const value = {
      kind: 'a',
      count: 1,
      ratio: 0.5,
      on: true,
      id: null,
      tags: ['x'],
      more: { k: 1 },
      either: { a: 1 },
    }
    expect(faults(value)).toEqual([])
  })

  it.each<[object, string]>([
    [{ name: 'x' }, 'name'],
    [{ name: 'toolong' }, 'name'],
    [{ name: '😀' }, 'name'],
    [{ name: 1 }, 'name'],
    [{ kind: 'c' }, 'kind'],
    [{ count: 0 }, 'count'],
    [{ count: 1.5 }, 'count'],
    [{ ratio: '1' }, 'ratio'],
    [{ on: null }, 'on'],
    [{ id: 'x' }, 'id'],
    [{ tags: [] }, 'tags'],
    [{ tags: ['a', 'long'] }, 'tags/1'],
    [{ more: { toolong: 1 } }, 'more/toolong'],
    [{ more: { k: 'x' } }, 'more/k'],
    [{ either: { b: 'x' } }, 'either/c'],
    [{ either: 7 }, 'either'],
    [{ unknown: 1 }, 'unknown'],
  ])('reports %j at %s', (value, path) => {
    expect(faults(value)).toEqual([path])
  })

  it('requires the required fields', () => {
    expect(checkValue(schema, {}).map((one) => one.path)).toEqual([['name']])
    expect(checkValue(schema, 'x')).toHaveLength(1)
  })

  it('accepts a template anywhere, also in an alternative', () => {
    expect(
      faults({ name: '{{ x }}', count: '{{ x }}', tags: '{{ x }}', either: { a: 'n: {{ x }}' } }),
    ).toEqual([])
  })

  it('reports at most 20 faults', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i}`, 1]))
    expect(faults(many)).toHaveLength(20)
  })
})
