import { describe, expect, it } from 'vitest'
import { callNode, validationIssues } from '../fixtures/call-node.ts'
import { dataCount } from './data-count.ts'
import { dataDelete } from './data-delete.ts'
import { dataFind } from './data-find.ts'
import { dataInsert } from './data-insert.ts'
import { dataSeenBefore } from './data-seen-before.ts'
import { dataUpdate } from './data-update.ts'
import { dataUpsert } from './data-upsert.ts'

const filters = [{ column: 'email', operator: 'eq', value: 'ada@example.org' }]
const row = { id: 'r1', values: { email: 'ada@example.org' }, createdAt: 'then', updatedAt: 'then' }

describe('finding rows', () => {
  it('leaves by found with the rows', async () => {
    const params = { table: 'customers', filters, sort: { column: 'email' }, limit: 5 }
    const result = await callNode(dataFind, params, { answers: { 'tables.find': [row] } })
    expect(result.portCalls).toEqual([
      [
        'tables.find',
        'customers',
        { filters, match: 'all', limit: 5, sort: { column: 'email', direction: 'asc' } },
      ],
    ])
    expect(result).toMatchObject({ port: 'found', data: { rows: [row], first: row, count: 1 } })
  })
  it('leaves by none without rows', async () => {
    const result = await callNode(dataFind, { table: 'customers' }, { answers: { 'tables.find': [] } })
    expect(result).toMatchObject({ port: 'none', data: { rows: [], first: null, count: 0 } })
  })
  it('fails permanently when a condition has no value to compare to', async () => {
    const params = { table: 'customers', filters: [{ column: 'email', operator: 'eq' }] }
    await expect(callNode(dataFind, params)).rejects.toMatchObject({
      code: 'table.no_value',
      kind: 'permanent',
    })
  })
  it('finds empty cells without a value', async () => {
    const params = { table: 'customers', filters: [{ column: 'email', operator: 'empty' }] }
    expect(await callNode(dataFind, params, { answers: { 'tables.find': [] } })).toMatchObject({
      port: 'none',
    })
  })
  it.each([
    {},
    { table: '' },
    { table: 'a', limit: 501 },
    { table: 'a', filters: [{ column: 'email; drop', operator: 'eq', value: 1 }] },
    { table: 'a', filters: [{ column: 'email', operator: 'like', value: 1 }] },
    { table: 'a', filters: [{ column: 'email', operator: 'eq', value: { a: 1 } }] },
    { table: 'a', filters: Array.from({ length: 21 }, () => filters[0]) },
  ])('rejects %o', (params) => {
    expect(validationIssues(dataFind, params)).toBeDefined()
  })
})

describe('writing rows', () => {
  it('inserts a row', async () => {
    const result = await callNode(
      dataInsert,
      { table: 't', values: row.values },
      { answers: { 'tables.insert': row } },
    )
    expect(result.portCalls).toEqual([['tables.insert', 't', row.values]])
    expect(result).toMatchObject({ data: { row }, effects: [{ description: '1 row added to the table t.' }] })
  })
  it('updates the matching rows', async () => {
    const result = await callNode(
      dataUpdate,
      { table: 't', filters, values: { vip: true } },
      { answers: { 'tables.update': 3 } },
    )
    expect(result.portCalls).toEqual([['tables.update', 't', { filters, match: 'all' }, { vip: true }]])
    expect(result).toMatchObject({
      data: { changed: 3 },
      effects: [{ description: '3 rows updated in the table t.' }],
    })
  })
  it('reports no effect when nothing changed', async () => {
    const result = await callNode(
      dataUpdate,
      { table: 't', filters, values: { vip: true } },
      { answers: { 'tables.update': 0 } },
    )
    expect(result).toMatchObject({ data: { changed: 0 }, effects: [] })
  })
  it.each([
    [true, 'table.inserted'],
    [false, 'table.updated'],
  ])('inserts or updates by key: created %s is %s', async (created, kind) => {
    const answers = { 'tables.upsert': { row, created } }
    const result = await callNode(dataUpsert, { table: 't', values: row.values }, { answers })
    expect(result).toMatchObject({ data: { row, created }, effects: [{ kind }] })
  })
  it('deletes the matching rows, and never all rows', async () => {
    const result = await callNode(
      dataDelete,
      { table: 't', filters, match: 'any' },
      { answers: { 'tables.remove': 2 } },
    )
    expect(result.portCalls).toEqual([['tables.remove', 't', { filters, match: 'any' }]])
    expect(result).toMatchObject({
      data: { removed: 2 },
      effects: [{ description: '2 rows deleted from the table t.' }],
    })
    expect(validationIssues(dataDelete, { table: 't' })).toBeDefined()
    expect(validationIssues(dataDelete, { table: 't', filters: [] })).toBeDefined()
    expect(validationIssues(dataUpdate, { table: 't', filters: [], values: { a: 1 } })).toBeDefined()
  })
  it('requires values to write', async () => {
    await expect(callNode(dataInsert, { table: 't', values: {} })).rejects.toMatchObject({
      code: 'table.no_values',
    })
  })
})

describe('counting', () => {
  it('returns the number of rows', async () => {
    const result = await callNode(dataCount, { table: 't', filters }, { answers: { 'tables.count': 7 } })
    expect(result.portCalls).toEqual([['tables.count', 't', { filters, match: 'all' }]])
    expect(result).toMatchObject({ data: { count: 7 } })
  })
})

describe('seen before', () => {
  it.each([
    [false, 'new', 1],
    [true, 'seen', 0],
  ])('%s leaves by %s', async (seen, port, effects) => {
    const result = await callNode(
      dataSeenBefore,
      { table: 't', key: 'A-1' },
      { answers: { 'tables.seenBefore': seen } },
    )
    expect(result.portCalls).toEqual([['tables.seenBefore', 't', 'A-1']])
    expect(result).toMatchObject({ port, data: { seen, key: 'A-1' } })
    expect(result.effects).toHaveLength(effects)
  })
  it('rejects an empty key', () => {
    expect(validationIssues(dataSeenBefore, { table: 't', key: '' })).toBeDefined()
    expect(validationIssues(dataSeenBefore, { table: 't', key: null })).toBeDefined()
  })
})
