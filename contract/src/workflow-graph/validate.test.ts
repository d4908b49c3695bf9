import { describe, expect, it } from 'vitest'
import { testCatalogue } from './fixtures/catalogue.ts'
import { connection, graph, node, plainGraph, start } from './fixtures/graphs.ts'
import type { Graph } from './graph.ts'
import { isValid, type Known, maxNodes, validateGraph } from './validate.ts'

const judge = (given: Graph, known?: Known) => validateGraph(given, testCatalogue, known)
const codes = (given: Graph, known?: Known) => judge(given, known).map((one) => one.code)
const set = (id: string, params: Record<string, unknown> = {}) => node(id, 'flow.set', { params })

describe('a graph', () => {
  it('is valid when it has a trigger and all is connected', () => {
    expect(judge(plainGraph())).toEqual([])
    expect(isValid([])).toBe(true)
  })

  it('needs a trigger that is switched on', () => {
    const [issue] = judge(graph([]))
    expect(issue).toMatchObject({ severity: 'error', code: 'graph.no_trigger', nodeId: null, path: null })
    expect(issue?.message.fr).toContain('déclencheur')
    const off = graph([node('start', 'trigger.manual', { disabled: true }), set('a')], ['start>a'])
    expect(codes(off)).toEqual(['graph.no_trigger'])
  })

  it('may have several triggers, of one type too', () => {
    expect(judge(graph([start, node('again', 'trigger.manual'), set('a')], ['start>a', 'again>a']))).toEqual(
      [],
    )
  })

  it('is not looked at when it has too many nodes or is too large', () => {
    const many = graph(Array.from({ length: maxNodes + 1 }, () => start))
    expect(codes(many)).toEqual(['graph.too_many_nodes'])
    expect(codes(graph([start, set('a', { text: 'x'.repeat(2 ** 20) })]))).toEqual(['graph.too_large'])
  })

  it('tells errors before warnings', () => {
    const severities = judge(graph([start, node('lost', 'flow.set'), node('x', 'no.such')])).map(
      (i) => i.severity,
    )
    expect(severities).toEqual([...severities].sort())
    expect(new Set(severities)).toEqual(new Set(['error', 'warning']))
  })
})

describe('a node', () => {
  it('has an id of its own', () => {
    const issues = judge(graph([start, set('a'), set('a')], ['start>a']))
    expect(issues).toMatchObject([{ code: 'node.duplicate_id', nodeId: 'a', path: '/nodes/2/id' }])
  })

  it('is of a type and a version that are known', () => {
    const issues = judge(
      graph([start, node('a', 'no.such'), node('b', 'flow.set', { version: 7 })], ['start>a', 'a>b']),
    )
    expect(issues).toMatchObject([
      { code: 'node.unknown_type', nodeId: 'a', path: '/nodes/1/type' },
      { code: 'node.unknown_version', nodeId: 'b', path: '/nodes/2/version' },
    ])
  })

  it('of a type that was replaced is told, and may stay', () => {
    const issues = judge(graph([start, node('a', 'flow.old')], ['start>a']))
    expect(issues).toMatchObject([{ severity: 'warning', code: 'node.deprecated' }])
  })

  it('has parameters that fit, each fault with its place', () => {
    const issues = judge(graph([start, set('a', { count: 99, colour: 'red' })], ['start>a']))
    expect(issues.map(({ code, path }) => [code, path])).toEqual([
      ['node.invalid_params', '/nodes/1/params/count'],
      ['node.invalid_params', '/nodes/1/params/colour'],
    ])
    expect(issues[0]?.message).toEqual({ en: 'This must be at most 10.', fr: 'Ceci doit être au plus 10.' })
  })

  it('may have a template wherever a value goes', () => {
    expect(judge(graph([start, set('a', { count: '{{ 1 + 1 }}' })], ['start>a']))).toEqual([])
  })

  it('may stand half done while it is switched off', () => {
    const off = node('a', 'flow.set', { disabled: true, params: { count: 'many', text: '{{ 1 + }}' } })
    expect(judge(graph([start, off], ['start>a']))).toEqual([])
  })

  it('that no trigger leads to is told', () => {
    const issues = judge(graph([start, set('a'), set('lost')], ['start>a']))
    expect(issues).toMatchObject([{ severity: 'warning', code: 'node.unreachable', nodeId: 'lost' }])
  })

  it('that sorts shows when nothing follows its fallback', () => {
    const sort = node('sort', 'flow.switch', { params: { cases: [{ name: 'bills' }] } })
    expect(judge(graph([start, sort, set('a')], ['start>sort', 'sort.bills>a']))).toMatchObject([
      { severity: 'warning', code: 'node.fallback_unconnected', nodeId: 'sort' },
    ])
    expect(judge(graph([start, sort, set('a')], ['start>sort', 'sort.other>a']))).toEqual([])
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
  ])('is refused as %s', (code, text) => {
    const given = graph([start, set('a'), set('b')], ['start>a', 'a>b', text])
    expect(judge(given)).toMatchObject([{ severity: 'error', code, path: '/connections/2' }])
  })

  it('may begin at a port that the parameters or the handling of errors make', () => {
    const sort = node('sort', 'flow.switch', { params: { cases: [{ name: 'bills' }] }, onError: 'errorPort' })
    const ports = ['start>sort', 'sort.bills>a', 'sort.other>a', 'sort.error>a']
    expect(judge(graph([start, sort, set('a')], ports))).toEqual([])
  })

  it('of a service has no effect and says so', () => {
    const given = { ...plainGraph() }
    given.connections = [...given.connections, { ...connection('a>start'), kind: 'service' as const }]
    expect(judge(given)).toMatchObject([{ severity: 'warning', code: 'connection.service_ignored' }])
  })

  it('does not lead back', () => {
    const circle = graph([start, set('a'), set('b'), set('c')], ['start>a', 'a>b', 'b>a', 'b>c'])
    expect(judge(circle)).toMatchObject([{ severity: 'error', code: 'graph.cycle', nodeId: 'a' }])
  })

  it('makes each circle known once', () => {
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

  it('may name what ran before', () => {
    expect(judge(withText('{{ steps.a.text }} {{ steps.start.x }} {{ message.subject }}'))).toEqual([])
  })

  it.each([
    ['node.expression_invalid', '{{ 1 + }}'],
    ['node.expression_invalid', '{{ nothing.known }}'],
    ['node.unknown_step', '{{ steps.nobody.x }}'],
    ['node.step_not_upstream', '{{ steps.c.x }}'],
    ['node.step_not_upstream', '{{ steps.b.x }}'],
    ['node.not_in_loop', '{{ loop.item }}'],
  ])('is refused as %s: %s', (code, text) => {
    expect(judge(withText(text))).toMatchObject([
      { severity: 'error', code, nodeId: 'b', path: '/nodes/2/params/text' },
    ])
  })
})

describe('what a node refers to', () => {
  const nodes = [
    start,
    node('insert', 'data.insert', { params: { table: 'people' } }),
    node('call', 'external.http', { params: { url: 'x', auth: { connectionId: 'c1' } } }),
    node('send', 'mail.send', { params: { mailboxId: 'm1', signatureId: 's1', to: [] } }),
    node('run', 'flow.call', { params: { workflowId: 'w1' } }),
  ]
  const given = graph(nodes, ['start>insert', 'insert>call', 'call>send', 'send>run'])
  const nothing = new Set<string>()

  it('must be there', () => {
    const known = {
      tables: nothing,
      connections: nothing,
      mailboxes: nothing,
      signatures: nothing,
      workflows: nothing,
    }
    expect(judge(given, known).map(({ code, path }) => [code, path])).toEqual([
      ['node.table_missing', '/nodes/1/params/table'],
      ['node.connection_missing', '/nodes/2/params/auth/connectionId'],
      ['node.mailbox_missing', '/nodes/3/params/mailboxId'],
      ['node.signature_missing', '/nodes/3/params/signatureId'],
      ['node.workflow_missing', '/nodes/4/params/workflowId'],
    ])
  })

  it('is not looked for when nobody says what there is, or a template names it', () => {
    expect(judge(given)).toEqual([])
    const told = { tables: new Set(['people']), connections: new Set(['c1']), mailboxes: new Set(['m1']) }
    expect(judge(given, told)).toEqual([])
    const open = node('insert', 'data.insert', { params: { table: '{{ trigger.table }}' } })
    expect(judge(graph([start, open], ['start>insert']), { tables: nothing })).toEqual([])
  })
})
