import { expect, it } from 'vitest'
import { addStep, canConnect, connect, portsOf, remove, toggleDisabled } from './edits.ts'
import { cut, paste, readFragment } from './fragment.ts'
import type { Graph, NodeType } from './graph.types.ts'
import { placed, tidyPlaces } from './tidy.ts'
import { neighbour, upstream } from './walk.ts'

const type = (name: string, fixed: string[], more: Partial<NodeType> = {}): NodeType => ({
  type: name,
  version: 1,
  group: name.startsWith('trigger.') ? 'trigger' : 'flow',
  title: name,
  description: '',
  effect: 'none',
  params: { type: 'object', properties: { mode: { type: 'string', default: 'all' } } },
  fields: {},
  ports: { fixed },
  scopes: [],
  ...more,
})
const trigger = type('trigger.message', ['main'])
const find = type('data.find', ['found', 'none'])
const empty: Graph = { id: 'g', workflowId: 'w', nodes: [], connections: [] }

/** A trigger, a search, and one step on each of its outputs. */
function small() {
  const one = addStep(empty, trigger)
  const first = one.graph.nodes[0]
  const two = addStep(one.graph, find, { after: first && { step: first, output: 'main' } })
  const second = two.graph.nodes[1]
  const three = addStep(two.graph, find, { after: second && { step: second, output: 'found' } })
  return addStep(three.graph, find, { after: second && { step: second, output: 'none' } }).graph
}

it('adds steps with defaults, fresh ids and names, below the step they follow', () => {
  const graph = small()
  expect(graph.nodes.map(({ id }) => id)).toEqual(['message', 'find', 'find2', 'find3'])
  expect(graph.nodes.map(({ name }) => name)).toEqual([
    'trigger.message',
    'data.find',
    'data.find 2',
    'data.find 3',
  ])
  expect(graph.nodes[1]?.params).toEqual({ mode: 'all' })
  expect(graph.connections).toEqual([
    { from: 'message', output: 'main', to: 'find' },
    { from: 'find', output: 'found', to: 'find2' },
    { from: 'find', output: 'none', to: 'find3' },
  ])
  const places = graph.nodes.map(({ position }) => `${position?.x},${position?.y}`)
  expect(new Set(places).size).toBe(4)
})

it('refuses connections into a trigger, to the same step and twice', () => {
  const graph = small()
  expect(canConnect(graph, { from: 'find', output: 'found', to: 'message' })).toBe(false)
  expect(canConnect(graph, { from: 'find', output: 'found', to: 'find' })).toBe(false)
  expect(canConnect(graph, { from: 'find', output: 'found', to: 'find2' })).toBe(false)
  expect(connect(graph, { from: 'find2', output: 'none', to: 'find3' }).connections).toHaveLength(4)
})

it('removes a step with its connections, and switches steps off and on again', () => {
  const graph = remove(small(), ['find'])
  expect(graph.connections).toEqual([])
  const off = toggleDisabled(graph, ['find2', 'find3'])
  expect(off.nodes.map(({ disabled }) => disabled)).toEqual([undefined, true, true])
  expect(toggleDisabled(off, ['find2']).nodes[1]?.disabled).toBe(false)
})

it('lists an output per case, then the fixed ones, then the one for errors', () => {
  const cases = type('flow.switch', ['fallback'], {
    ports: { fixed: ['fallback'], each: { param: 'cases', field: 'port' } },
  })
  const { graph } = addStep(empty, cases)
  const step = graph.nodes[0]
  if (!step) throw new Error('no step')
  const params = { cases: [{ port: 'invoice' }, { port: 'order' }, {}] }
  expect(portsOf(cases, { ...step, params, onError: 'errorPort' })).toEqual([
    'invoice',
    'order',
    'fallback',
    'error',
  ])
})

it('pastes steps into another workflow with fresh ids, and expressions follow', () => {
  const source = small()
  const node = source.nodes[2]
  if (node) node.params = { text: 'From {{ steps.find.data.rows }} and {{ steps.other.data }}' }
  const fragment = readFragment(cut(source, ['find', 'find2']))
  if (!fragment) throw new Error('not readable')
  const { graph, ids } = paste(small(), fragment)
  expect(ids).toEqual(['find4', 'find5'])
  expect(graph.connections.at(-1)).toEqual({ from: 'find4', output: 'found', to: 'find5' })
  expect(graph.nodes.at(-1)?.params).toEqual({
    text: 'From {{ steps.find4.data.rows }} and {{ steps.other.data }}',
  })
  expect(readFragment('{"kind":"something else"}')).toBeUndefined()
  expect(readFragment('hello')).toBeUndefined()
})

it('walks along connections with the arrow keys', () => {
  const graph = small()
  expect(neighbour(graph, undefined, 'down')).toBe('message')
  expect(neighbour(graph, 'message', 'down')).toBe('find')
  expect(neighbour(graph, 'find', 'down')).toBe('find2')
  expect(neighbour(graph, 'find2', 'right')).toBe('find3')
  expect(neighbour(graph, 'find3', 'up')).toBe('find')
  expect(upstream(graph, 'find3').map(({ id }) => id)).toEqual(['message', 'find'])
})

it('tidies up from top to bottom, with no step on another', () => {
  const places = tidyPlaces(small())
  expect(places.get('message')?.y).toBeLessThan(places.get('find')?.y ?? 0)
  expect(places.get('find2')?.y).toBe(places.get('find3')?.y)
  expect(Math.abs((places.get('find2')?.x ?? 0) - (places.get('find3')?.x ?? 0))).toBeGreaterThan(216)
})

it('lays out a graph without places, and leaves others as they are', () => {
  const graph = small()
  expect(placed(graph)).toBe(graph)
  const bare = { ...graph, nodes: graph.nodes.map(({ position: _, ...step }) => step) }
  expect(placed(bare).nodes.map(({ position }) => position)).toEqual([...tidyPlaces(bare).values()])
})
