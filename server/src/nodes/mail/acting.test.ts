import { describe, expect, it } from 'vitest'
import { callNode, ids, validationIssues } from '../fixtures/call-node.ts'
import { nodeTypes } from '../index.ts'
import { mailFind } from './mail-find.ts'
import { mailLabel } from './mail-label.ts'
import { mailMove } from './mail-move.ts'
import { mailSaveAttachments } from './mail-save-attachments.ts'

const nodeOf = (type: string) => {
  const node = nodeTypes.find((one) => one.type === type)
  if (!node) throw new Error(`no ${type}`)
  return node
}

const cases: [type: string, params: Record<string, unknown>, action: unknown, description: string][] = [
  ['mail.archive', {}, { kind: 'archive' }, 'Message archived.'],
  ['mail.trash', {}, { kind: 'trash' }, 'Message moved to the trash.'],
  ['mail.spam', {}, { kind: 'spam' }, 'Message marked as junk.'],
  ['mail.flag', {}, { kind: 'flag' }, 'Star added to the message.'],
  ['mail.flag', { flagged: false }, { kind: 'unflag' }, 'Star removed from the message.'],
  ['mail.read', {}, { kind: 'markRead' }, 'Message marked as read.'],
  ['mail.read', { read: false }, { kind: 'markUnread' }, 'Message marked as unread.'],
  ['mail.move', { folder: 'Offers' }, { kind: 'move', folder: 'Offers' }, 'Message moved to Offers.'],
  [
    'mail.label',
    { add: ['Urgent', 'VIP'], remove: ['New'] },
    { kind: 'label', add: ['Urgent', 'VIP'], remove: ['New'] },
    'Labels added Urgent, VIP; removed New.',
  ],
]

describe('acting on a message', () => {
  it.each(cases)('%s with %o requests %o', async (type, params, action, description) => {
    const node = nodeOf(type)
    const result = await callNode(node, params, { answers: { 'mail.act': { operations: 1 } } })
    expect(node.effect).toBe('mailbox')
    expect(result.portCalls).toEqual([['mail.act', ids.message, action]])
    expect(result).toMatchObject({
      data: { messageId: ids.message, changed: true },
      effects: [{ description }],
    })
  })
  it.each(cases)('%s reports no effect when nothing changed', async (type, params) => {
    const options = { answers: { 'mail.act': { operations: 0 } } }
    expect(await callNode(nodeOf(type), { ...params, messageId: ids.other }, options)).toMatchObject({
      data: { messageId: ids.other, changed: false },
      effects: [],
    })
  })
  it.each(cases)('%s requires a message', async (type, params) => {
    const call = callNode(nodeOf(type), params, { run: { messageId: null } })
    await expect(call).rejects.toMatchObject({ code: 'mail.no_message', kind: 'permanent' })
  })
  it('rejects invalid parameters', async () => {
    expect(validationIssues(mailMove, {})).toBeDefined()
    expect(validationIssues(mailMove, { folder: 'A', messageId: 'x' })).toBeDefined()
    expect(validationIssues(mailLabel, { add: Array.from({ length: 21 }, () => 'a') })).toBeDefined()
    await expect(callNode(mailLabel, {})).rejects.toMatchObject({ code: 'mail.no_label' })
  })
})

describe('finding messages', () => {
  it('leaves by found with the messages', async () => {
    const messages = [{ id: 'm1' }, { id: 'm2' }]
    const result = await callNode(mailFind, { q: 'from:ada' }, { answers: { 'mail.find': messages } })
    expect(result).toMatchObject({ port: 'found', data: { messages, first: { id: 'm1' }, count: 2 } })
    expect(result.portCalls).toEqual([['mail.find', { q: 'from:ada', limit: 20 }]])
  })
  it('leaves by none without messages', async () => {
    const result = await callNode(
      mailFind,
      { q: 'x', mailboxId: ids.other, limit: 1 },
      { answers: { 'mail.find': [] } },
    )
    expect(result).toMatchObject({ port: 'none', data: { messages: [], first: null, count: 0 } })
    expect(result.portCalls).toEqual([['mail.find', { q: 'x', limit: 1, mailboxId: ids.other }]])
  })
  it.each([{}, { q: '' }, { q: 'a', limit: 101 }])('rejects %o', (params) => {
    expect(validationIssues(mailFind, params)).toBeDefined()
  })
})

describe('saving attachments', () => {
  const files = [{ id: 'f1', filename: 'offer.pdf', mime: 'application/pdf', size: 9 }]
  const answers = { 'mail.saveAttachments': files }
  it('saves all attachments, or the chosen ones', async () => {
    const result = await callNode(mailSaveAttachments, {}, { answers })
    expect(result.portCalls).toEqual([['mail.saveAttachments', ids.message, 'all']])
    expect(result).toMatchObject({
      data: { files, ids: ['f1'], count: 1 },
      effects: [{ description: 'Attachments saved: offer.pdf' }],
    })
    const chosen = await callNode(mailSaveAttachments, { positions: [0, 2] }, { answers })
    expect(chosen.portCalls).toEqual([['mail.saveAttachments', ids.message, [0, 2]]])
  })
})
