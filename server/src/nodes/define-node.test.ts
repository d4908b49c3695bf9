import { object } from '@mailwright/contract/schema'
import { expect, it } from 'vitest'
import { defineNode } from './define-node.ts'

const declared = {
  type: 'test.ports',
  version: 1,
  group: 'data' as const,
  effect: 'none' as const,
  title: { en: 'Ports', fr: 'Ports' },
  description: { en: 'Uses a port.', fr: 'Utilise un port.' },
  params: object({}),
  fields: {},
  ports: { fixed: ['main'] },
}

// Checked by the type checker: each of these must not compile without its directive.
it('lets a node use only the ports it declares', () => {
  defineNode({
    ...declared,
    uses: ['tables'],
    run: async ({ use }) => ({ data: { count: await use.tables.count('t', { filters: [], match: 'all' }) } }),
  })
  defineNode({
    ...declared,
    uses: ['tables'],
    // @ts-expect-error The node does not declare the port `mail`.
    run: async ({ use }) => ({ data: { found: await use.mail.find({ q: '', limit: 1 }) } }),
  })
  defineNode({
    ...declared,
    // @ts-expect-error The node declares no port at all.
    run: async ({ use }) => ({ data: { rows: await use.tables.find('t', {}) } }),
  })
  defineNode({
    ...declared,
    // @ts-expect-error There is no port of this name.
    uses: ['telephone'],
    run: () => ({}),
  })
  const node = defineNode({
    ...declared,
    // @ts-expect-error Nodes cannot see whether the run is simulated: simulation is done by ports.
    run: ({ run }) => ({ data: { simulated: run.simulated } }),
  })
  expect(node.type).toBe('test.ports')
})
