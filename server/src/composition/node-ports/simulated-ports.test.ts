import { describe, expect, it, vi } from 'vitest'
import type { NodePorts } from '../../nodes/index.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import type { Mail, Outbox } from '../../slices/sending/index.ts'
import { simulatedOutbox, simulatePorts } from './simulated-ports.ts'

const db = {} as Db
const outside = {} as Database
const signal = new AbortController().signal

function recordedPorts() {
  const ports = {
    tables: { insert: vi.fn() },
    mail: { send: vi.fn() },
    ai: { ask: vi.fn() },
    http: { request: vi.fn() },
    people: { askApproval: vi.fn(), findApproval: vi.fn(), notify: vi.fn() },
    workflows: { start: vi.fn(), find: vi.fn() },
  }
  return { ports, simulated: simulatePorts(ports as unknown as NodePorts) }
}

describe('the simulated ports', () => {
  it('answer an HTTP request without sending it', async () => {
    const { ports, simulated } = recordedPorts()
    const request = {
      method: 'DELETE',
      url: 'https://api.example.org/orders/1',
      headers: {},
      body: null,
      connectionId: null,
      timeoutMs: 1_000,
      maxBytes: 1_000,
    }
    expect(await simulated.http.request(request, signal)).toEqual({
      status: 200,
      headers: {},
      body: '',
      truncated: false,
      url: request.url,
    })
    expect(ports.http.request).not.toHaveBeenCalled()
  })

  it('grant every approval without looking it up', async () => {
    const { ports, simulated } = recordedPorts()
    expect(await simulated.people.findApproval('a')).toEqual({
      id: 'a',
      status: 'approved',
      decidedBy: null,
      decidedAt: null,
    })
    expect(ports.people.findApproval).not.toHaveBeenCalled()
  })

  it('report every called workflow as succeeded without looking it up', async () => {
    const { ports, simulated } = recordedPorts()
    expect(await simulated.workflows.find('run')).toEqual({
      id: 'run',
      status: 'succeeded',
      data: { executionId: 'run' },
      error: null,
    })
    expect(ports.workflows.find).not.toHaveBeenCalled()
  })

  it('leave to the rollback what only writes to the database', () => {
    const { ports, simulated } = recordedPorts()
    expect(simulated.tables).toBe(ports.tables)
    expect(simulated.mail).toBe(ports.mail)
    expect(simulated.people.askApproval).toBe(ports.people.askApproval)
    expect(simulated.people.notify).toBe(ports.people.notify)
    expect(simulated.workflows.start).toBe(ports.workflows.start)
  })
})

describe('the simulated outbox', () => {
  const mail: Mail = {
    memberId: 'member',
    mailboxId: 'mailbox',
    origin: 'workflow',
    to: ['bob@example.org'],
    subject: 'Hello',
    bodyText: 'Hello Bob.',
    attachmentIds: ['file'],
  }
  const recordedOutbox = () => {
    const outbox = {
      admitAutomatic: vi.fn(),
      queueMail: vi.fn(),
      holdDraft: vi.fn(),
      putDraft: vi.fn(),
      saveFile: vi.fn(),
    }
    return { outbox, simulated: simulatedOutbox(outbox as unknown as Outbox) }
  }

  it('describes a file without saving it', async () => {
    const { outbox, simulated } = recordedOutbox()
    const file = { filename: 'a.txt', mime: 'text/plain', content: Buffer.from('abc') }
    expect(await simulated.saveFile(outside, 'member', file)).toEqual({
      id: expect.any(String),
      filename: 'a.txt',
      mime: 'text/plain',
      size: 3,
    })
    expect(outbox.saveFile).not.toHaveBeenCalled()
  })

  it('attaches no file, since none was saved', async () => {
    const { outbox, simulated } = recordedOutbox()
    await simulated.queueMail(db, mail)
    await simulated.holdDraft(db, mail, 'reason', 'guard')
    await simulated.putDraft(db, mail)
    const withoutFiles = { ...mail, attachmentIds: [] }
    expect(outbox.queueMail).toHaveBeenCalledWith(db, withoutFiles)
    expect(outbox.holdDraft).toHaveBeenCalledWith(db, withoutFiles, 'reason', 'guard')
    expect(outbox.putDraft).toHaveBeenCalledWith(db, withoutFiles)
  })
})
