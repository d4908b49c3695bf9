import {
  evaluateTemplate,
  isTemplate,
  parseTemplate,
  referencesOf,
} from '@mailwright/contract/workflow-graph/expressions/index'
import { aiClassify, ClassifyParams } from '../nodes/index.ts'
import type { Binding } from '../platform/http/call.ts'
import { compileValidator } from '../platform/http/validate.ts'
import type { createAi } from '../slices/ai/index.ts'
import { type Classifier, createEvaluation, type EvaluationPorts } from '../slices/evaluation/index.ts'
import { findPreferences } from '../slices/members/index.ts'
import { createInternalCalls } from './internal-calls.ts'
import { readMessageTrigger } from './message-triggers.ts'
import { loadRoots } from './node-ports/roots.ts'
import type { Platform } from './platform.ts'

const isValid = compileValidator('body', ClassifyParams)

// What is known about a message without a run.
const rootsOfMail = new Set(['message', 'thread', 'sender', 'mailbox', 'member', 'now'])

const containsTemplate = (value: unknown): boolean =>
  typeof value === 'string'
    ? isTemplate(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(containsTemplate)

function canRender(instructions: unknown): boolean {
  if (typeof instructions !== 'string' || !isTemplate(instructions)) return true
  const parsed = parseTemplate(instructions)
  return parsed.ok && referencesOf(parsed.value).every(({ root }) => rootsOfMail.has(root))
}

/** The message comes from the sample; everything else must be fixed, except for what instructions say about the mail. */
const readClassifier: EvaluationPorts['readClassifier'] = ({ type, params }) => {
  if (type !== aiClassify.type) return 'other'
  const { messageId: _id, text: _text, ...question } = structuredClone(params ?? {})
  const { instructions, ...fixed } = question
  if (containsTemplate(fixed) || !canRender(instructions) || !isValid(question)) return 'invalid'
  if ((aiClassify.check?.(question) ?? []).length > 0) return 'invalid'
  const read = question as ClassifyParams
  return {
    categories: read.categories.map(({ name, description = '' }) => ({ name, description })),
    several: read.several,
    instructions: read.instructions,
    threshold: read.threshold,
    useExamples: read.useExamples,
    model: read.model ?? null,
  } satisfies Classifier
}

const mailboxesOf: EvaluationPorts['mailboxesOf'] = ({ nodes }) => {
  const triggers = nodes.flatMap(({ type, params }) =>
    type === 'trigger.message' ? (readMessageTrigger(params ?? {}) ?? []) : [],
  )
  const takesAll = triggers.length === 0 || triggers.some(({ mailboxIds }) => mailboxIds.length === 0)
  return takesAll ? null : [...new Set(triggers.flatMap(({ mailboxIds }) => mailboxIds))]
}

const renderInstructions: EvaluationPorts['renderInstructions'] = async (db, about, instructions) => {
  const parsed = isTemplate(instructions) ? parseTemplate(instructions) : undefined
  if (!parsed?.ok) return instructions
  const used = new Set(referencesOf(parsed.value).map(({ root }) => root))
  const scope = { ...(await loadRoots(db, about, used)), now: new Date().toISOString() }
  return String(evaluateTemplate(parsed.value, scope) ?? '')
}

type Parts = { ai: Pick<ReturnType<typeof createAi>, 'use'>; bindings(): readonly Binding[] }

/** Lets evaluation ask what the node `ai.classify` asks, and read runs and drafts as the member. */
export const createEvaluationSlice = ({ db, live }: Platform, { ai, bindings }: Parts) =>
  createEvaluation({
    db,
    live,
    ports: {
      readClassifier,
      mailboxesOf,
      renderInstructions,
      isActive: async (tx, memberId) => (await findPreferences(tx, memberId))?.member.status === 'active',
      read: createInternalCalls(bindings, db).read,
      callModel: ai.use.call,
    },
  })
