import {
  boolean,
  choice,
  free,
  list,
  nullable,
  object,
  optional,
  string,
  union,
} from '@mailwright/contract/schema'
import { describe, expect, it } from 'vitest'
import { closerOf } from './close-reply.ts'

const Row = object({
  id: string(),
  note: optional(nullable(object({ text: string() }))),
  free: optional(free()),
})
const close = closerOf(object({ rows: list(Row), ok: boolean() }))

describe('closing a reply', () => {
  it('returns a closed value itself', () => {
    const value = {
      ok: true,
      rows: [
        { id: 'a', note: null },
        { id: 'b', note: { text: 'x' } },
      ],
    }
    expect(close?.(value)).toBe(value)
  })
  it('removes undeclared properties at any depth', () => {
    const value = { ok: true, secret: 1, rows: [{ id: 'a' }, { id: 'b', note: { text: 'x', secret: 2 } }] }
    expect(close?.(value)).toEqual({ ok: true, rows: [{ id: 'a' }, { id: 'b', note: { text: 'x' } }] })
    expect(value.secret).toBe(1)
  })
  it('leaves open content alone', () => {
    const value = { ok: true, rows: [{ id: 'a', free: { anything: { goes: 1 } } }] }
    expect(close?.(value)).toBe(value)
  })
  it('keeps an absent field absent and a false one false', () => {
    expect(close?.({ ok: false, extra: 1, rows: [] })).toEqual({ ok: false, rows: [] })
  })
  it('closes the matching alternative', () => {
    const Shape = union(
      object({ kind: choice('dot'), at: string() }),
      object({ kind: choice('line'), from: string(), to: string() }),
    )
    const shape = closerOf(Shape)
    expect(shape?.({ kind: 'line', from: 'a', to: 'b', at: 'c' })).toEqual({
      kind: 'line',
      from: 'a',
      to: 'b',
    })
    const dot = { kind: 'dot', at: 'a' }
    expect(shape?.(dot)).toBe(dot)
  })
})
