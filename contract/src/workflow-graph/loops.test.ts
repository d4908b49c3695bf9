import { describe, expect, it } from 'vitest'
import { testCatalogue } from './fixtures/catalogue.ts'
import { graph, node, start } from './fixtures/graphs.ts'
import { loopBodies } from './loops.ts'
import { validateGraph } from './validate.ts'

const loop = (id: string) => node(id, 'flow.loop')
const step = (id: string, params = {}) => node(id, 'flow.set', { params })
const validate = (nodes: ReturnType<typeof node>[], connections: string[]) => {
  const given = graph([start, ...nodes], connections)
  const issues = validateGraph(given, testCatalogue).map(({ code, nodeId }) => [code, nodeId])
  const bodies = [...loopBodies(given, testCatalogue)].map(([id, body]) => [id, [...body].sort().join(' ')])
  return { issues, bodies: Object.fromEntries(bodies) }
}

describe('a loop', () => {
  it('has the body that its item port leads to, with or without a back edge', () => {
    const open = validate(
      [loop('l'), step('a'), step('b'), step('z')],
      ['start>l', 'l.item>a', 'a>b', 'l.done>z'],
    )
    expect(open).toEqual({ issues: [], bodies: { l: 'a b' } })
    const closed = validate(
      [loop('l'), step('a'), step('b'), step('z')],
      ['start>l', 'l.item>a', 'a>b', 'b>l', 'l.done>z'],
    )
    expect(closed).toEqual(open)
  })

  it('may be nested', () => {
    const nodes = [loop('l'), step('a'), loop('m'), step('b'), step('c'), step('z')]
    const connections = ['start>l', 'l.item>a', 'a>m', 'm.item>b', 'b>m', 'm.done>c', 'c>l', 'l.done>z']
    expect(validate(nodes, connections)).toEqual({ issues: [], bodies: { l: 'a b c m', m: 'b' } })
  })

  it('may follow another loop', () => {
    const nodes = [loop('l'), step('a'), loop('m'), step('b')]
    const connections = ['start>l', 'l.item>a', 'a>l', 'l.done>m', 'm.item>b', 'b>m']
    expect(validate(nodes, connections)).toEqual({ issues: [], bodies: { l: 'a', m: 'b' } })
  })

  it('cannot be entered from outside', () => {
    const nodes = [loop('l'), step('a'), step('b')]
    expect(validate(nodes, ['start>l', 'l.item>a', 'a>b', 'start>b']).issues).toEqual([
      ['loop.entered_from_outside', 'b'],
    ])
    expect(validate(nodes, ['start>l', 'l.item>a', 'a>b', 'l.done>b']).issues).toEqual([
      ['loop.entered_from_outside', 'b'],
    ])
  })

  it('cannot lead from a nested body to the outer loop', () => {
    const nodes = [loop('l'), loop('m'), step('b')]
    const result = validate(nodes, ['start>l', 'l.item>m', 'm.item>b', 'b>l'])
    expect(result).toEqual({ issues: [['loop.left', 'b']], bodies: { l: 'b m', m: 'b' } })
  })

  it('does not allow a cycle within its body', () => {
    const nodes = [loop('l'), step('a'), step('b')]
    expect(validate(nodes, ['start>l', 'l.item>a', 'a>b', 'b>a']).issues).toEqual([['graph.cycle', 'a']])
  })

  it('does not allow a cycle through its done port', () => {
    expect(validate([loop('l'), step('a')], ['start>l', 'l.done>a', 'a>l']).issues).toEqual([
      ['graph.cycle', 'l'],
      ['loop.empty', 'l'],
    ])
  })

  it('lets its steps refer to `loop` and earlier steps, but no later step to its own', () => {
    const inside = [loop('l'), step('a', { text: '{{ loop.item }} {{ steps.l.x }}' })]
    const after = step('z', { text: '{{ steps.a.text }}' })
    const connections = ['start>l', 'l.item>a', 'a>l', 'l.done>z']
    expect(validate([...inside, step('z')], connections).issues).toEqual([])
    expect(validate([...inside, after], connections).issues).toEqual([['node.step_not_upstream', 'z']])
  })
})
