import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testCatalogue } from './fixtures/catalogue.ts'
import { graph, node, start } from './fixtures/graphs.ts'
import type { Graph, GraphConnection, GraphNode } from './graph.ts'
import { loopBodies } from './loops.ts'
import { detachGraph, paramReferences } from './param-references.ts'
import { isValid, validateGraph } from './validate.ts'

const types = [...testCatalogue.map((info) => info.type), 'no.such']
const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'constructor')
const names = [
  'text',
  'count',
  'cases',
  'table',
  'mailboxIds',
  'auth',
  'cron',
  'name',
  '__proto__',
  'toString',
]
const texts = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ maxLength: 12 }).map((inner) => `{{ ${inner} }}`),
  ids.map((id) => `{{ steps.${id}.text }}`),
)
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    texts,
    fc.integer(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 3 }),
  ),
}))
const nodes: fc.Arbitrary<GraphNode> = fc.record(
  {
    id: ids,
    type: fc.constantFrom(...types),
    version: fc.constantFrom(1, 1, 1, 2),
    name: fc.string({ minLength: 1, maxLength: 80 }),
    params: fc.dictionary(fc.constantFrom(...names), values, { maxKeys: 4 }),
    onError: fc.constantFrom('fail' as const, 'continue' as const, 'errorPort' as const),
    disabled: fc.boolean(),
  },
  { requiredKeys: ['id', 'type', 'version', 'name'] },
)
const connections: fc.Arbitrary<GraphConnection> = fc.record(
  {
    from: ids,
    output: fc.constantFrom('main', 'item', 'done', 'true', 'error', '__proto__'),
    to: ids,
    kind: fc.constantFrom('data' as const, 'data' as const, 'service' as const),
  },
  { requiredKeys: ['from', 'output', 'to'] },
)
const graphs: fc.Arbitrary<Graph> = fc.record({
  id: fc.constant('graph'),
  workflowId: fc.constant('workflow'),
  nodes: fc.array(nodes, { maxLength: 8 }),
  connections: fc.array(connections, { maxLength: 16 }),
})

describe('validateGraph', () => {
  it('validates any graph without throwing or changing it', () => {
    fc.assert(
      fc.property(graphs, (given) => {
        const before = structuredClone(given)
        const issues = validateGraph(given, testCatalogue, { tables: new Set(), mailboxes: new Set() })
        expect(given).toEqual(before)
        for (const { message, path } of issues) {
          expect(message.en && message.fr).toBeTruthy()
          if (path !== null) expect(path.startsWith('/')).toBe(true)
        }
        for (const [loop, body] of loopBodies(given, testCatalogue)) expect(body.has(loop)).toBe(false)
        expect(
          paramReferences(detachGraph(given, testCatalogue), testCatalogue).every(
            (r) => r.target === 'folder',
          ),
        ).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('accepts no graph with a cycle', () => {
    fc.assert(
      fc.property(graphs, (given) => {
        if (!isValid(validateGraph(given, testCatalogue))) return
        const bodies = loopBodies(given, testCatalogue)
        const forward = given.connections.filter(
          (c) => c.kind !== 'service' && !bodies.get(c.to)?.has(c.from),
        )
        const walk = (id: string, seen: string[]) => {
          expect(seen).not.toContain(id)
          for (const { to } of forward.filter((c) => c.from === id)) walk(to, [...seen, id])
        }
        for (const { id } of given.nodes) walk(id, [])
      }),
      { numRuns: 500 },
    )
  })
})

/** Half of the nodes are nested loops; the others are connected as densely as allowed. */
function largeGraph(size: number): Graph {
  const loops = Array.from({ length: size / 2 }, (_, i) => node(`l${i}`, 'flow.loop'))
  const steps = Array.from({ length: size / 2 - 1 }, (_, i) =>
    node(`s${i}`, 'flow.set', {
      params: { text: `{{ steps.start.x }} {{ steps.s${Math.max(0, i - 1)}.text }}` },
    }),
  )
  const nested = loops.slice(1).map((_, i) => `l${i}.item>l${i + 1}`)
  const wide = steps.flatMap((_, i) =>
    Array.from({ length: Math.min(40, steps.length - 1 - i) }, (_, j) => `s${i}>s${i + 1 + j}`),
  )
  return graph([start, ...loops, ...steps], ['start>l0', 'start>s0', ...nested, ...wide])
}

describe('validation time', () => {
  it('stays short for the largest graphs', () => {
    const large = largeGraph(500)
    validateGraph(large, testCatalogue)
    const before = process.cpuUsage()
    validateGraph(large, testCatalogue)
    // Takes tens of milliseconds of CPU.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000)
  })
})
