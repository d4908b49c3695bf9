import type { NodePorts } from '../../nodes/index.ts'
import { newId } from '../../platform/ids/ids.ts'
import type { Mail, Outbox } from '../../slices/sending/index.ts'

// A simulated run writes to the database in transactions that are rolled back. These ports replace what a rollback
// does not undo, and what only a person or another run could answer.

/** An outbox that saves no file, since an object store would keep it, and attaches none, since none was saved. */
export function simulatedOutbox(outbox: Outbox): Outbox {
  const withoutFiles = (mail: Mail): Mail => ({ ...mail, attachmentIds: [] })
  return {
    ...outbox,
    queueMail: (db, mail) => outbox.queueMail(db, withoutFiles(mail)),
    holdDraft: (db, mail, reason, heldFor) => outbox.holdDraft(db, withoutFiles(mail), reason, heldFor),
    putDraft: (db, mail) => outbox.putDraft(db, withoutFiles(mail)),
    saveFile: async (_db, _memberId, { filename, mime, content }) => ({
      id: newId(),
      filename,
      mime,
      size: content.length,
    }),
  }
}

/** Answers without a model: nothing is certain, nothing is found, nothing is written. Learned patterns do answer. */
const simulatedAi = (ai: NodePorts['ai']): NodePorts['ai'] => ({
  classify: async (request, signal) => ai.classify({ ...request, onlyPatterns: true }, signal),
  extract: async ({ fields }) => ({
    values: Object.fromEntries(fields.map(({ name }) => [name, null])),
    passages: Object.fromEntries(fields.map(({ name }) => [name, null])),
    missing: fields.map(({ name }) => name),
  }),
  compose: async () => ({
    subject: '',
    text: '(A model writes this text in a real run.)',
    language: '',
    supported: 0,
    toCheck: [],
    needsReview: false,
  }),
  summarise: async () => ({ text: '(A model writes this text in a real run.)' }),
  decide: async () => ({ answer: 'unsure', confidence: 0, score: 0 }),
})

/** Ports that call no other service, and answer as if approvals were granted and called workflows had succeeded. */
export const simulatePorts = (ports: NodePorts): NodePorts => ({
  ...ports,
  http: {
    request: async ({ url }) => ({ status: 200, headers: {}, body: '', truncated: false, url }),
  },
  people: {
    ...ports.people,
    findApproval: async (id) => ({ id, status: 'approved', decidedBy: null, decidedAt: null }),
  },
  ai: simulatedAi(ports.ai),
  workflows: {
    ...ports.workflows,
    find: async (id) => ({ id, status: 'succeeded', data: { executionId: id }, error: null }),
  },
})
