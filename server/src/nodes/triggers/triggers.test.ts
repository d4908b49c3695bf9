import { describe, expect, it } from 'vitest'
import { callNode, ids, validationIssues } from '../fixtures/call-node.ts'
import { nodeTypes } from '../index.ts'
import { checkDeclared } from './declared-fields.ts'
import { triggerCalled } from './trigger-called.ts'
import { triggerMessage } from './trigger-message.ts'
import { triggerSchedule } from './trigger-schedule.ts'
import { triggerWebhook } from './trigger-webhook.ts'

describe('every trigger', () => {
  const triggers = nodeTypes.filter(({ group }) => group === 'trigger')
  it.each(triggers.map((node) => [node.type, node] as const))(
    '%s returns its trigger data',
    async (type, node) => {
      const params = type === 'trigger.schedule' ? { cron: '0 9 * * 1-5' } : {}
      const { portCalls, ...result } = await callNode(node, params, { input: { a: 1 } })
      expect(result).toEqual({ data: { a: 1 } })
      expect(portCalls).toEqual([])
    },
  )
})

describe('a schedule', () => {
  it.each([{ cron: '0 9 * * 1-5', timeZone: 'Europe/Paris' }, { cron: '*/5 * * * *' }])(
    'accepts %o',
    (params) => {
      expect(validationIssues(triggerSchedule, params)).toBeUndefined()
    },
  )
  it.each([
    {},
    { cron: '' },
    { cron: '61 * * * *' },
    { cron: '* * * * * *' },
    { cron: '0 9 * * 1-5', timeZone: 'Mars/Phobos' },
    { cron: '0 9 * * 1-5', timeZone: '' },
    { cron: '0 9 * * 1-5', extra: true },
  ])('rejects %o', (params) => {
    expect(validationIssues(triggerSchedule, params)).toBeDefined()
  })
})

describe('the conditions of a message', () => {
  it.each([
    { conditions: [{ field: 'from', operator: 'domain', value: 'example.org' }] },
    { conditions: [{ field: 'minSize', value: 10 }], match: 'any', mailboxIds: [ids.mailbox], folders: [] },
    { conditions: [{ field: 'hasAttachment', value: true }] },
  ])('may be %o', (params) => {
    expect(validationIssues(triggerMessage, params)).toBeUndefined()
  })
  it.each([
    { conditions: [{ field: 'subject', operator: 'domain', value: 'example.org' }] },
    { conditions: [{ field: 'subject', operator: 'contains', value: '' }] },
    { conditions: [{ field: 'hasAttachment', value: 'yes' }] },
    { mailboxIds: ['mine'] },
    { match: 'none' },
  ])('may not be %o', (params) => {
    expect(validationIssues(triggerMessage, params)).toBeDefined()
  })
})

describe('declared fields', () => {
  const fields = [
    { name: 'amount', type: 'number' as const, required: true },
    { name: 'tags', type: 'list' as const },
  ]
  it('report missing fields and fields of another type', () => {
    expect(checkDeclared(fields, { amount: 1, more: true })).toEqual([])
    expect(checkDeclared(fields, { amount: null, tags: 'a' })).toEqual([
      { path: '/amount', message: 'is required' },
      { path: '/tags', message: 'must be of type list' },
    ])
  })
  it('fail a mismatching call permanently', async () => {
    await expect(callNode(triggerCalled, { fields }, { input: { amount: 'x' } })).rejects.toMatchObject({
      code: 'workflow.call_refused',
      kind: 'permanent',
      details: { issues: [{ path: '/amount' }] },
    })
  })
  it('cannot be named like a property of every object', () => {
    expect(validationIssues(triggerWebhook, { fields: [{ name: '__proto__', type: 'text' }] })).toBeDefined()
    expect(
      validationIssues(triggerWebhook, { fields: [{ name: 'constructor', type: 'text' }] }),
    ).toBeDefined()
  })
})
