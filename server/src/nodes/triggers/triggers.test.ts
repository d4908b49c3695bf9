import { describe, expect, it } from 'vitest'
import { callNode, ids, refusal } from '../fixtures/call-node.ts'
import { nodeTypes } from '../index.ts'
import { checkDeclared } from './declared-fields.ts'
import { triggerCalled } from './trigger-called.ts'
import { triggerMessage } from './trigger-message.ts'
import { triggerSchedule } from './trigger-schedule.ts'
import { triggerWebhook } from './trigger-webhook.ts'

describe('every trigger', () => {
  const triggers = nodeTypes.filter(({ group }) => group === 'trigger')
  it.each(triggers.map((node) => [node.type, node] as const))(
    '%s hands on what started it',
    async (type, node) => {
      const params = type === 'trigger.schedule' ? { cron: '0 9 * * 1-5' } : {}
      const { asked, ...result } = await callNode(node, params, { input: { a: 1 } })
      expect(result).toEqual({ data: { a: 1 } })
      expect(asked).toEqual([])
    },
  )
})

describe('a schedule', () => {
  it.each([{ cron: '0 9 * * 1-5', timeZone: 'Europe/Paris' }, { cron: '*/5 * * * *' }])(
    'takes %o',
    (params) => {
      expect(refusal(triggerSchedule, params)).toBeUndefined()
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
  ])('refuses %o', (params) => {
    expect(refusal(triggerSchedule, params)).toBeDefined()
  })
})

describe('the conditions of a message', () => {
  it.each([
    { conditions: [{ field: 'from', operator: 'domain', value: 'example.org' }] },
    { conditions: [{ field: 'minSize', value: 10 }], match: 'any', mailboxIds: [ids.mailbox], folders: [] },
    { conditions: [{ field: 'hasAttachment', value: true }] },
  ])('may be %o', (params) => {
    expect(refusal(triggerMessage, params)).toBeUndefined()
  })
  it.each([
    { conditions: [{ field: 'subject', operator: 'domain', value: 'example.org' }] },
    { conditions: [{ field: 'subject', operator: 'contains', value: '' }] },
    { conditions: [{ field: 'hasAttachment', value: 'yes' }] },
    { mailboxIds: ['mine'] },
    { match: 'none' },
  ])('may not be %o', (params) => {
    expect(refusal(triggerMessage, params)).toBeDefined()
  })
})

describe('declared fields', () => {
  const fields = [
    { name: 'amount', type: 'number' as const, required: true },
    { name: 'tags', type: 'list' as const },
  ]
  it('say what is missing and what is of another kind', () => {
    expect(checkDeclared(fields, { amount: 1, more: true })).toEqual([])
    expect(checkDeclared(fields, { amount: null, tags: 'a' })).toEqual([
      { path: '/amount', message: 'is required' },
      { path: '/tags', message: 'must be of type list' },
    ])
  })
  it('fail a call that does not fit, for good', async () => {
    await expect(callNode(triggerCalled, { fields }, { input: { amount: 'x' } })).rejects.toMatchObject({
      code: 'workflow.call_refused',
      kind: 'permanent',
      details: { issues: [{ path: '/amount' }] },
    })
  })
  it('cannot be called like what every object has', () => {
    expect(refusal(triggerWebhook, { fields: [{ name: '__proto__', type: 'text' }] })).toBeDefined()
    expect(refusal(triggerWebhook, { fields: [{ name: 'constructor', type: 'text' }] })).toBeDefined()
  })
})
