import { describe, expect, it } from 'vitest'
import { callNode, ids, validationIssues } from '../fixtures/call-node.ts'
import { humanApproval } from './human-approval.ts'
import { humanNotify } from './human-notify.ts'

const answers = { 'people.askApproval': { id: 'a1' } }
const expiresAt = '2026-11-16T10:00:00.000Z'

describe('asking for approval', () => {
  it('asks once and waits for the decision', async () => {
    const result = await callNode(humanApproval, { title: 'Send?' }, { answers })
    expect(result.portCalls).toEqual([
      [
        'people.askApproval',
        { title: 'Send?', details: null, expiresAt, approvers: [], mailboxId: ids.mailbox },
      ],
    ])
    expect(result).toMatchObject({
      wait: { for: 'approval', until: expiresAt, ref: 'a1' },
      effects: [{ kind: 'approval.asked', description: 'Approval requested: Send?' }],
    })
  })
  it('asks the given approvers, with the given deadline', async () => {
    const params = {
      title: 'Send?',
      details: 'All',
      approvers: 'Ada <ada@example.org>',
      deadline: { amount: 1, unit: 'hours' },
    }
    const result = await callNode(humanApproval, params, { answers, run: { mailboxId: null } })
    const request = {
      title: 'Send?',
      details: 'All',
      expiresAt: '2026-11-13T11:00:00.000Z',
      approvers: ['ada@example.org'],
    }
    expect(result.portCalls).toEqual([['people.askApproval', request]])
  })

  it('reminds before the deadline and escalates after a time', async () => {
    const params = {
      title: 'Send?',
      remind: { amount: 90, unit: 'minutes' },
      escalate: { after: { amount: 2, unit: 'days' }, to: 'Bob <bob@example.org>' },
    }
    const { portCalls } = await callNode(humanApproval, params, { answers })
    expect(portCalls[0]?.[1]).toMatchObject({
      expiresAt,
      remindAt: '2026-11-16T08:30:00.000Z',
      escalation: { at: '2026-11-15T10:00:00.000Z', to: 'bob@example.org' },
    })
  })
  it.each([
    { remind: { amount: 3, unit: 'days' } },
    { escalate: { after: { amount: 72, unit: 'hours' }, to: 'bob@example.org' } },
  ])('fails where an amount that was computed does not fit: %o', async (more) => {
    const asking = callNode(humanApproval, { title: 'Send?', ...more }, { answers })
    await expect(asking).rejects.toMatchObject({ code: 'node.params_invalid' })
  })

  const waiting = { for: 'approval' as const, until: expiresAt, ref: 'a1' }
  const resumed = (state: unknown, now = '2026-11-14T10:00:00.000Z') =>
    callNode(
      humanApproval,
      { title: 'Send?' },
      { answers: { 'people.findApproval': state }, resume: { waiting }, run: { now } },
    )
  it.each(['approved', 'rejected', 'expired'])('leaves by the port %s', async (status) => {
    const state = { id: 'a1', status, decidedBy: 'ada@example.org', decidedAt: 'then' }
    expect(await resumed(state)).toMatchObject({
      port: status,
      data: { decision: status, decidedBy: 'ada@example.org', decidedAt: 'then' },
    })
  })
  it('keeps waiting while the approval is pending', async () => {
    const state = { id: 'a1', status: 'pending', decidedBy: null, decidedAt: null }
    expect(await resumed(state)).toMatchObject({ wait: waiting })
  })
  it('expires at its deadline, or when the approval was deleted', async () => {
    const state = { id: 'a1', status: 'pending', decidedBy: null, decidedAt: null }
    expect(await resumed(state, expiresAt)).toMatchObject({ port: 'expired' })
    expect(await resumed(undefined)).toMatchObject({ port: 'expired' })
  })
  it('accepts a decision made before the run noticed the deadline', async () => {
    const state = { id: 'a1', status: 'approved', decidedBy: null, decidedAt: null }
    expect(await resumed(state, '2026-12-01T00:00:00.000Z')).toMatchObject({ port: 'approved' })
  })
  it.each([
    {},
    { title: '' },
    { title: 'a', deadline: { amount: 91, unit: 'days' } },
    { title: 'a', deadline: { amount: 0, unit: 'hours' } },
    { title: 'a', deadline: { amount: 30, unit: 'minutes' } },
    { title: 'a', approvers: 'ada@example.org\nbob@example.org' },
    { title: 'a', remind: { amount: 1, unit: 'weeks' } },
    { title: 'a', escalate: { after: { amount: 1, unit: 'days' } } },
  ])('rejects %o', (params) => {
    expect(validationIssues(humanApproval, params)).toBeDefined()
  })
})

describe('notifying', () => {
  it('sends the notification and passes its input on', async () => {
    const result = await callNode(humanNotify, { title: 'Look' }, { input: { a: 1 } })
    expect(result.portCalls).toEqual([['people.notify', { title: 'Look', body: null, severity: 'info' }]])
    expect(result).toMatchObject({ data: { a: 1 }, effects: [{ description: 'Notification sent: Look' }] })
  })
  it('rejects an unknown severity', () => {
    expect(validationIssues(humanNotify, { title: 'Look', severity: 'fatal' })).toBeDefined()
  })
})
