import { describe, expect, it } from 'vitest'
import { testCatalogue } from './fixtures/catalogue.ts'
import { connection, graph, node, plainGraph, start } from './fixtures/graphs.ts'
import type { Graph } from './graph.ts'
import { isValid, type Known, maxNodes, validateGraph } from './validate.ts'

const validate = (given: Graph, known?: Known) => validateGraph(given, testCatalogue, known)
const codes = (given: Graph, known?: Known) => validate(given, known).map((one) => one.code)
const set = (id: string, params: Record<string, unknown> = {}) => node(id, 'flow.set', { params })

describe('a graph', () => {
  it('is valid with a trigger and all nodes connected', () => {
    expect(validate(plainGraph())).toEqual([])
    expect(isValid([])).toBe(true)
  })

  it('requires an enabled trigger', () => {
    const [issue] = validate(graph([]))
    expect(issue).toMatchObject({ severity: 'error', code: 'graph.no_trigger', nodeId: null, path: null })
    expect(issue?.message.fr).toContain('déclencheur')
    const off = graph([node('start', 'trigger.manual', { disabled: true }), set('a')], ['start>a'])
    expect(codes(off)).toEqual(['graph.no_trigger'])
  })

  it('accepts several triggers, also of the same type', () => {
    expect(
      validate(graph([start, node('again', 'trigger.manual'), set('a')], ['start>a', 'again>a'])),
    ).toEqual([])
  })

  it('reports only the size of a graph that is too large', () => {
    const many = graph(Array.from({ length: maxNodes + 1 }, () => start))
    expect(codes(many)).toEqual(['graph.too_many_nodes'])
    expect(codes(graph([start, set('a', { text: 'x'.repeat(2 ** 20) })]))).toEqual(['graph.too_large'])
  })

  it('lists errors before warnings', () => {
    const severities = validate(graph([start, node('lost', 'flow.set'), node('x', 'no.such')])).map(
      (i) => i.severity,
    )
    expect(severities).toEqual([...severities].sort())
    expect(new Set(severities)).toEqual(new Set(['error', 'warning']))
  })
})

describe('a node', () => {
  it('requires a unique id', () => {
    const issues = validate(graph([start, set('a'), set('a')], ['start>a']))
    expect(issues).toMatchObject([{ code: 'node.duplicate_id', nodeId: 'a', path: '/nodes/2/id' }])
  })

  it('requires a known type and version', () => {
    const issues = validate(
      graph([start, node('a', 'no.such'), node('b', 'flow.set', { version: 7 })], ['start>a', 'a>b']),
    )
    expect(issues).toMatchObject([
      { code: 'node.unknown_type', nodeId: 'a', path: '/nodes/1/type' },
      { code: 'node.unknown_version', nodeId: 'b', path: '/nodes/2/version' },
    ])
  })

  it('warns of a deprecated type', () => {
    const issues = validate(graph([start, node('a', 'flow.old')], ['start>a']))
    expect(issues).toMatchObject([{ severity: 'warning', code: 'node.deprecated' }])
  })

  it('reports invalid parameters with their path', () => {
    const issues = validate(graph([start, set('a', { count: 99, colour: 'red' })], ['start>a']))
    expect(issues.map(({ code, path }) => [code, path])).toEqual([
      ['node.invalid_params', '/nodes/1/params/count'],
      ['node.invalid_params', '/nodes/1/params/colour'],
    ])
    expect(issues[0]?.message).toEqual({
      en: 'Enter a number of at most 10.',
      fr: 'Saisissez un nombre inférieur ou égal à 10.',
    })
  })

  it('accepts a template in place of any value', () => {
    expect(validate(graph([start, set('a', { count: '{{ 1 + 1 }}' })], ['start>a']))).toEqual([])
  })

  it('accepts incomplete parameters on a disabled node', () => {
    const off = node('a', 'flow.set', { disabled: true, params: { count: 'many', text: '{{ 1 + }}' } })
    expect(validate(graph([start, off], ['start>a']))).toEqual([])
  })

  it('warns of an unreachable node', () => {
    const issues = validate(graph([start, set('a'), set('lost')], ['start>a']))
    expect(issues).toMatchObject([{ severity: 'warning', code: 'node.unreachable', nodeId: 'lost' }])
  })

  it('warns of an unconnected fallback output', () => {
    const sort = node('sort', 'flow.switch', { params: { cases: [{ name: 'bills' }] } })
    expect(validate(graph([start, sort, set('a')], ['start>sort', 'sort.bills>a']))).toMatchObject([
      { severity: 'warning', code: 'node.fallback_unconnected', nodeId: 'sort' },
    ])
    expect(validate(graph([start, sort, set('a')], ['start>sort', 'sort.other>a']))).toEqual([])
  })
})

describe('a connection', () => {
  it.each([
    ['connection.unknown_source', 'nobody>a'],
    ['connection.unknown_target', 'a>nobody'],
    ['connection.unknown_output', 'a.left>b'],
    ['connection.unknown_output', 'a.error>b'],
    ['connection.into_trigger', 'b>start'],
    ['connection.to_itself', 'b>b'],
    ['connection.duplicate', 'start>a'],
  ])('is rejected with %s', (code, text) => {
    const given = graph([start, set('a'), set('b')], ['start>a', 'a>b', text])
    expect(validate(given)).toMatchObject([{ severity: 'error', code, path: '/connections/2' }])
  })

  it('may start at ports that parameters or error handling add', () => {
    const sort = node('sort', 'flow.switch', { params: { cases: [{ name: 'bills' }] }, onError: 'errorPort' })
    const ports = ['start>sort', 'sort.bills>a', 'sort.other>a', 'sort.error>a']
    expect(validate(graph([start, sort, set('a')], ports))).toEqual([])
  })

  it('warns that a service connection has no effect', () => {
    const given = { ...plainGraph() }
    given.connections = [...given.connections, { ...connection('a>start'), kind: 'service' as const }]
    expect(validate(given)).toMatchObject([{ severity: 'warning', code: 'connection.service_ignored' }])
  })

  it('rejects a cycle', () => {
    const circle = graph([start, set('a'), set('b'), set('c')], ['start>a', 'a>b', 'b>a', 'b>c'])
    expect(validate(circle)).toMatchObject([{ severity: 'error', code: 'graph.cycle', nodeId: 'a' }])
  })

  it('reports each cycle once', () => {
    const two = graph(
      [start, set('a'), set('b'), set('c'), set('d')],
      ['start>a', 'a>b', 'b>a', 'b>c', 'c>d', 'd>c'],
    )
    expect(codes(two)).toEqual(['graph.cycle', 'graph.cycle'])
  })
})

describe('an expression', () => {
  const withText = (text: string) =>
    graph([start, set('a'), set('b', { text }), set('c')], ['start>a', 'a>b', 'b>c'])

  it('may refer to steps that run before', () => {
    expect(validate(withText('{{ steps.a.text }} {{ steps.start.x }} {{ message.subject }}'))).toEqual([])
  })

  it.each([
    ['node.expression_invalid', '{{ 1 + }}'],
    ['node.expression_invalid', '{{ nothing.known }}'],
    ['node.unknown_step', '{{ steps.nobody.x }}'],
    ['node.step_not_upstream', '{{ steps.c.x }}'],
    ['node.step_not_upstream', '{{ steps.b.x }}'],
    ['node.not_in_loop', '{{ loop.item }}'],
  ])('is rejected with %s: %s', (code, text) => {
    expect(validate(withText(text))).toMatchObject([
      { severity: 'error', code, nodeId: 'b', path: '/nodes/2/params/text' },
    ])
  })
})

describe('references of a node', () => {
  const nodes = [
    start,
    node('insert', 'data.insert', { params: { table: 'people' } }),
    node('call', 'external.http', { params: { url: 'x', auth: { connectionId: 'c1' } } }),
    node('send', 'mail.send', { params: { mailboxId: 'm1', signatureId: 's1', to: [] } }),
    node('run', 'flow.call', { params: { workflowId: 'w1' } }),
  ]
  const given = graph(nodes, ['start>insert', 'insert>call', 'call>send', 'send>run'])
  const nothing = new Set<string>()

  it('must exist', () => {
    const known = {
      tables: nothing,
      connections: nothing,
      mailboxes: nothing,
      signatures: nothing,
      workflows: nothing,
    }
    expect(validate(given, known).map(({ code, path }) => [code, path])).toEqual([
      ['node.table_missing', '/nodes/1/params/table'],
      ['node.connection_missing', '/nodes/2/params/auth/connectionId'],
      ['node.mailbox_missing', '/nodes/3/params/mailboxId'],
      ['node.signature_missing', '/nodes/3/params/signatureId'],
      ['node.workflow_missing', '/nodes/4/params/workflowId'],
    ])
  })

  it('are not checked if the known records are not given, or if the value is a template', () => {
    expect(validate(given)).toEqual([])
    const known = { tables: new Set(['people']), connections: new Set(['c1']), mailboxes: new Set(['m1']) }
    expect(validate(given, known)).toEqual([])
    const open = node('insert', 'data.insert', { params: { table: '{{ trigger.table }}' } })
    expect(validate(graph([start, open], ['start>insert']), { tables: nothing })).toEqual([])
  })
})
