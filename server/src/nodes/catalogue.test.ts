import { NodeEffect, NodeGroup } from '@mailwright/contract/workflow-graph/node-type'
import { describe, expect, it } from 'vitest'
import { compileValidator } from '../platform/http/validate.ts'
import { nodeTypes } from './index.ts'

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  type?: string
  maxLength?: number
  maxItems?: number
  maximum?: number
  pattern?: string
  format?: string
  enum?: unknown[]
}

/** Every field of a schema by its path, including those in lists and alternatives. */
function pathsOf(schema: Schema, path = '', depth = 0): { path: string; schema: Schema }[] {
  if (depth > 12) return []
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
    const own = path === '' ? name : `${path}.${name}`
    return [{ path: own, schema: one }, ...pathsOf(one, own, depth + 1)]
  })
  const others = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
  return [...inner, ...others.flatMap((one) => pathsOf(one, path, depth + 1))]
}

// A group of conditions contains conditions again: their fields are labelled once.
const plain = (path: string) => path.replace(/conditions\.conditions\./, 'conditions.')

describe('the node types', () => {
  it('are unique', () => {
    const names = nodeTypes.map(({ type, version }) => `${type} ${version}`)
    expect(new Set(names).size).toBe(names.length)
    expect(nodeTypes.length).toBeGreaterThanOrEqual(41)
  })
  it.each(nodeTypes.map((node) => [node.type, node] as const))(
    '%s has a complete declaration',
    (type, node) => {
      const groups = (NodeGroup as { enum?: string[] }).enum
      const effects = (NodeEffect as { enum?: string[] }).enum
      expect(groups).toContain(node.group)
      expect(effects).toContain(node.effect)
      expect(type).toMatch(new RegExp(`^${node.group}\\.[a-z_]+$`))
      const texts = [
        node.title,
        node.description,
        ...Object.values(node.fields).flatMap((f) => [f.title, ...(f.hint ? [f.hint] : [])]),
      ]
      for (const { en, fr } of texts) expect([en.trim(), fr.trim()]).not.toContain('')
      expect(() => compileValidator('body', node.params)).not.toThrow()
      const paths = pathsOf(node.params as Schema).map(({ path }) => plain(path))
      for (const name of Object.keys(node.languages ?? {})) expect(paths).toContain(plain(name))
      for (const name of node.lenientParams ?? []) expect(node.params.properties).toHaveProperty(name)
    },
  )
  it.each(nodeTypes.map((node) => [node.type, node] as const))('%s labels exactly its fields', (_, node) => {
    const own = new Set(pathsOf(node.params as Schema).map(({ path }) => plain(path)))
    // The parts of an address are not fields in the editor.
    const named = [...own].filter((path) => !/^(to|cc|bcc|approvers)\./.test(path))
    expect(named.filter((path) => !Object.hasOwn(node.fields, path))).toEqual([])
    expect(Object.keys(node.fields).filter((path) => !own.has(path))).toEqual([])
  })
  it.each(nodeTypes.map((node) => [node.type, node] as const))(
    '%s limits texts, lists and numbers',
    (_, node) => {
      const loose = pathsOf(node.params as Schema).filter(({ schema: s }) => {
        if (s.enum) return false
        if (s.type === 'string') return s.maxLength === undefined && s.format !== 'uuid' && !s.pattern
        if (s.type === 'array') return s.maxItems === undefined
        return s.type === 'integer' && s.maximum === undefined
      })
      expect(loose.map(({ path }) => path)).toEqual([])
    },
  )
  it.each(nodeTypes.map((node) => [node.type, node] as const))(
    '%s returns only ports that it declares',
    (_, node) => {
      const { fixed, each } = node.ports
      expect(new Set(fixed).size).toBe(fixed.length)
      if (each) expect(node.params.properties).toHaveProperty(each.param)
      expect(fixed).not.toContain('error')
    },
  )
  it.each(nodeTypes.filter(({ uses }) => uses?.length).map((node) => [node.type, node] as const))(
    '%s declares the scopes of what it does through its ports',
    (type, node) => {
      // Their scopes depend on the workflow that is called and on the connection.
      if (type === 'flow.call' || type === 'external.http') return
      expect(node.scopes?.length).toBeGreaterThan(0)
      const isReading = node.effect === 'none'
      expect(node.scopes?.some((scope) => scope.endsWith(':write'))).toBe(!isReading)
    },
  )
})
