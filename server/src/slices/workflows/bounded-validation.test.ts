import { node, start } from '@mailwright/contract/workflow-graph/fixtures/graphs'
import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMember, type TestMember } from '#test/factories'
import { type TestServer, testServer } from '#test/server'
import { nodeTypes } from '../../nodes/index.ts'
import { createValidationCache } from './validation-cache.ts'

let server: TestServer
let ada: TestMember
let admin: TestMember
beforeAll(async () => {
  server = await testServer()
  ada = await createMember(server)
  admin = await createMember(server, { role: 'admin' })
})
afterAll(() => server.close())

const graphOf = (nodes: Graph['nodes']): Graph => ({
  id: 'g',
  workflowId: 'w',
  nodes: [start, ...nodes],
  connections: [],
})
const at = (id: string, rest = '') => `/api/v1/workflows/${id}${rest}`
const create = async (graph: Graph) => {
  const made = await ada.session('POST', '/api/v1/workflows', { body: { name: 'W', graph } })
  expect(made.status, made.text.slice(0, 500)).toBe(201)
  return made.body
}

/** The event loop's turns while something is under way. */
async function turnsDuring(work: Promise<unknown>) {
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await work.finally(() => {
    isDone = true
  })
  return turns
}

/** 2,400 large patterns, all different. */
const patterns = (salt: string) =>
  graphOf(
    Array.from({ length: 400 }, (_, n) =>
      node(`n${n}`, 'flow.text', {
        params: {
          text: 'x',
          operations: Array.from({ length: 6 }, (_, i) => ({
            kind: 'extract',
            pattern: `(?:(?:(?:a|${salt}${n}x${i}){1,40}){1,25}){0,20}`,
          })),
        },
      }),
    ),
  )

describe('a draft with thousands of large patterns', () => {
  it('is refused as too complex, at little cost, and can be neither published nor hold up others', async () => {
    const { id, validation } = await create(patterns('q'))
    expect(validation.valid).toBe(false)
    expect(validation.issues.map(({ code }: { code: string }) => code)).toContain('graph.too_complex')
    const read = await ada.session('GET', at(id))
    expect(read.body.validation).toEqual(validation)
    const publish = await ada.session('PATCH', at(id), { body: { published: true } })
    expect(publish).toMatchObject({ status: 409, body: { code: 'workflow.invalid' } })
  })

  it('lets other work in while it is validated, as every large graph does', async () => {
    const validate = createValidationCache(nodeTypes)
    const value = `{{ ${'trigger.body.a ?? '.repeat(90)} 1 }}`
    const fields = [{ name: 'a', value }]
    const nodes = Array.from({ length: 450 }, (_, i) => node(`n${i}`, 'flow.set', { params: { fields } }))
    expect(await turnsDuring(validate(graphOf(nodes)))).toBeGreaterThan(3)
  })
})

describe('the result of a validation', () => {
  const counting = () => {
    let reads = 0
    const [first, ...others] = nodeTypes.filter(({ type }) => type === 'flow.set')
    const counted = {
      ...first,
      get params() {
        reads++
        return first?.params
      },
    } as (typeof nodeTypes)[number]
    return {
      catalogue: [...nodeTypes.filter(({ type }) => type !== 'flow.set'), counted, ...others],
      reads: () => reads,
    }
  }
  const set = (value: string) =>
    graphOf([node('a', 'flow.set', { params: { fields: [{ name: 'a', value }] } })])

  it('is kept for the same content, also while it is being computed', async () => {
    const { catalogue, reads } = counting()
    const validate = createValidationCache(catalogue)
    const results = await Promise.all([validate(set('x')), validate(set('x')), validate(set('x'))])
    expect(reads()).toBe(1)
    expect(results[1]).toBe(results[0])
    await validate(structuredClone(set('x')))
    expect(reads()).toBe(1)
    await validate(set('y'))
    expect(reads()).toBe(2)
  })

  it('is dropped when there are too many', async () => {
    const { catalogue, reads } = counting()
    const validate = createValidationCache(catalogue)
    await validate(set('first'))
    const wrong = (i: number) => graphOf(Array.from({ length: 499 }, (_, n) => node(`n${n}`, `none.${i}`)))
    for (let i = 0; i < 25; i++) expect(await validate(wrong(i))).toHaveLength(500)
    await validate(set('first'))
    expect(reads()).toBe(2)
  })

  it('follows the records of the member nevertheless', async () => {
    const { id, validation } = await create(graphOf([node('t', 'data.find', { params: { table: 'late' } })]))
    expect(validation.valid).toBe(false)
    const columns = [{ label: 'Code', key: 'code', isKey: true }]
    const made = await admin.session('POST', '/api/v1/tables', { body: { name: 'Late', columns } })
    expect(made.status).toBe(201)
    expect((await ada.session('GET', at(id))).body.validation.valid).toBe(true)
  })
})

describe('a draft beyond the bounds', () => {
  const many = () =>
    graphOf(Array.from({ length: 20_000 }, (_, i) => node(`n${i}`, 'flow.note', { params: {} })))
  const chain = () => {
    const graph = many()
    const connections = graph.nodes
      .slice(1)
      .map(({ id }, i) => ({ from: graph.nodes[i]?.id ?? '', output: 'main', to: id }))
    return { ...graph, connections }
  }

  it('can be saved and read, but not tested', async () => {
    const { id, validation } = await create(chain())
    expect(validation.issues).toMatchObject([{ code: 'graph.too_many_nodes' }])
    const tooLarge = { status: 409, body: { code: 'workflow.conflict', details: { reason: 'too_large' } } }
    expect(await ada.session('POST', at(id, '/test-runs'), { body: {} })).toMatchObject(tooLarge)
    expect(await ada.session('POST', at(id, '/nodes/n1/run'), { body: {} })).toMatchObject(tooLarge)
  })

  it('can be made a template, also with texts that a careless pattern would choke on', async () => {
    const texts = ['{{'.repeat(200_000), 'a'.repeat(400_000), `${'a@'.repeat(100_000)}b.example`]
    for (const value of texts) {
      const { id } = await create(
        graphOf([node('a', 'flow.set', { params: { fields: [{ name: 'a', value }] } })]),
      )
      const made = await admin.session('POST', '/api/v1/admin/templates/promote', {
        body: { workflowId: id, version: 'draft' },
      })
      expect(made.status, made.text.slice(0, 300)).toBe(201)
    }
  })
})
