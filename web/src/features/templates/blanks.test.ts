import { expect, it } from 'vitest'
import { fillBlanks, findBlanks } from './blanks.ts'
import type { Graph, NodeType } from './templates.queries.ts'

const type = (name: string, params: object, fields: NodeType['fields']): [string, NodeType] => [
  name,
  {
    type: name,
    version: 1,
    group: 'mail',
    title: name,
    description: '',
    effect: 'none',
    params: params as NodeType['params'],
    fields,
    ports: { fixed: ['main'] },
    scopes: [],
  },
]
const types = new Map([
  type(
    'data.insert',
    { required: ['table'], properties: { table: { type: 'string' }, values: { type: 'object' } } },
    { table: { title: 'Table', refersTo: 'table' } },
  ),
  type(
    'mail.forward',
    { required: ['to'], properties: { to: { type: 'string' }, mailboxId: { type: 'string' } } },
    { to: { title: 'To' }, mailboxId: { title: 'From mailbox', refersTo: 'mailbox' } },
  ),
])
const node = (id: string, kind: string, params: Record<string, unknown>) => ({
  id,
  type: kind,
  version: 1,
  name: id,
  params,
})
const graph: Graph = {
  id: 'g',
  workflowId: 'w',
  nodes: [
    node('row', 'data.insert', { values: {} }),
    node('pay', 'mail.forward', { to: 'payments@example.com' }),
    node('back', 'mail.forward', { to: '{{ sender.email }}' }),
  ],
  connections: [],
}

it('asks for records that are required and for addresses that are examples', () => {
  expect(
    findBlanks(graph, types).map(({ id, title, target, placeholder }) => [id, title, target, placeholder]),
  ).toEqual([
    ['row.table', 'Table', 'table', ''],
    ['pay.to', 'To', undefined, 'payments@example.com'],
  ])
})

it('fills in the answers and leaves the rest', () => {
  const blanks = findBlanks(graph, types)
  const filled = fillBlanks(graph, blanks, { 'row.table': 'invoices', 'pay.to': ' ' })
  expect(filled.nodes.map(({ params }) => params)).toEqual([
    { values: {}, table: 'invoices' },
    { to: 'payments@example.com' },
    { to: '{{ sender.email }}' },
  ])
})
