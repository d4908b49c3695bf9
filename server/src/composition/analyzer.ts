import type { MessageFacts, MessageTriggerParams } from '../nodes/index.ts'
import { matchesMessage } from '../nodes/index.ts'
import type { createAi } from '../slices/ai/index.ts'
import type { AnalyzerPorts, TriggerCondition } from '../slices/analyzer/index.ts'
import { findPreferences } from '../slices/members/index.ts'
import type { AnalyzedMail } from '../slices/messages/index.ts'
import type { createWorkflows } from '../slices/workflows/index.ts'
import { readMessageTrigger } from './message-triggers.ts'

const contentFields = new Set(['to', 'cc', 'recipient', 'attachmentName'])

// Where a message is now says little about where it arrived: it counts as arrived in the inbox, and in its folders.
const factsOf = (mailboxId: string, mail: AnalyzedMail): MessageFacts => ({
  mailboxId,
  folderKeys: ['inbox', ...mail.folderKeys],
  from: mail.fromEmail === null ? null : { name: mail.fromName, email: mail.fromEmail },
  to: mail.content?.to ?? [],
  cc: mail.content?.cc ?? [],
  subject: mail.subject,
  bodyText: null,
  attachments:
    mail.content?.attachments ?? (mail.hasAttachments ? [{ filename: null, mime: '', size: 0 }] : []),
  size: mail.size,
  isFirstInThread: mail.isFirstInThread,
  signals: {
    isAutoReply: mail.isAutoReply,
    isNoReply: mail.isNoReply,
    isMailingList: mail.isMailingList,
    isFromSelf: false,
    isBounce: mail.isBounce,
  },
})

// A message is tested by several triggers in a row.
const known = new WeakMap<AnalyzedMail, MessageFacts>()
function cachedFacts(mailboxId: string, mail: AnalyzedMail): MessageFacts {
  const facts = known.get(mail) ?? factsOf(mailboxId, mail)
  known.set(mail, facts)
  return facts
}

const conditionOf = (params: MessageTriggerParams): TriggerCondition => {
  const fields = params.conditions.map(({ field }) => field)
  const readsBody = fields.includes('body')
  const others = { ...params, conditions: params.conditions.filter(({ field }) => field !== 'body') }
  // With "any", a message that matches by something else matches; with "all", one that does not match otherwise never
  // does. Without other conditions the body decides wherever the trigger looks at all.
  const isOpen = (facts: MessageFacts) =>
    params.match === 'any' && others.conditions.length > 0
      ? !matchesMessage(others, facts) && matchesMessage({ ...params, conditions: [] }, facts)
      : matchesMessage(others, facts)
  return {
    matches: (mailboxId, mail, body = null) => {
      const facts = cachedFacts(mailboxId, mail)
      return matchesMessage(params, body === null ? facts : { ...facts, bodyText: body })
    },
    needsBody: (mailboxId, mail) => readsBody && isOpen(cachedFacts(mailboxId, mail)),
    readsContent: fields.some((field) => contentFields.has(field)),
    readsBody,
    readsThread: params.firstInThreadOnly,
  }
}

type Ai = Pick<ReturnType<typeof createAi>, 'use'>
type Workflows = Pick<ReturnType<typeof createWorkflows>, 'forAnalyzer'>

const totalMs = 120_000

const askVia =
  ({ use }: Ai): AnalyzerPorts['ask'] =>
  async ({ key, memberId, mailboxId, system, text, output, maxOutputTokens, signal }) => {
    const { reply, model, costUsd } = await use.call({
      key,
      memberId,
      purpose: 'analyzer',
      mailboxId,
      request: {
        system,
        messages: [{ role: 'user', text }],
        output,
        maxOutputTokens,
        signal,
        totalMs,
        idleMs: totalMs,
      },
    })
    const { inputTokens, outputTokens } = reply.usage
    return { data: reply.data, model: model.model, inputTokens, outputTokens, costUsd }
  }

/** Lets the analyzer evaluate the node `trigger.message`, validate what it proposes, and ask a model. */
export const analyzerPorts = ({ forAnalyzer }: Workflows, ai: Ai): AnalyzerPorts => ({
  readTrigger: (params) => {
    const read = readMessageTrigger(params)
    return read && conditionOf(read)
  },
  findIssues: async (db, memberId, graph) => {
    const role = (await findPreferences(db, memberId))?.member.role ?? 'member'
    return forAnalyzer.findIssues(db, { memberId, role }, graph)
  },
  hasModel: async (db) => (await ai.use.resolveModel(db, 'analyzer')) !== undefined,
  ask: askVia(ai),
})
