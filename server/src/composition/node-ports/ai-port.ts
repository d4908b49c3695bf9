import { PortBusy, permanent, transient } from '../../engine/index.ts'
import type {
  AiMaterial,
  AiModel,
  AiPort,
  ClassifyRequest,
  ComposeRequest,
  TablesPort,
} from '../../nodes/index.ts'
import { createKeyedSemaphore } from '../../platform/concurrency/semaphore.ts'
import type { Db } from '../../platform/db/database.ts'
import * as ai from '../../slices/ai/index.ts'
import type { OwnedRun } from '../../slices/executions/index.ts'
import { findMaterial } from './ai-material.ts'
import { gatherSources, type SourceDeps } from './ai-sources.ts'
import type { PortContext } from './port-context.ts'

// Of the runs that a process works on at once, only these may wait for models of one member.
const maxPerMember = 60
const maxWaitMs = 1_000
const retryAfterMs = 2_000
// For a free slot of the connection; then the run waits in the database and leaves its place to others.
const maxSlotWaitMs = 10_000
const maxCallMs = 120_000
const maxIdleMs = 60_000

type Limited = ReturnType<typeof createKeyedSemaphore>
export const createModelLimit = (): Limited => createKeyedSemaphore(maxPerMember)

export type AiPortDeps = SourceDeps & {
  callModel: ai.AiUse['call']
  limitModels: Limited
  /** Cases that people have sorted for a node of the member, none of the given conversation. */
  findExamples(
    db: Db,
    place: { memberId: string; workflowId: string; nodeId: string },
    labels: string[],
    threadId: string | null,
  ): Promise<ai.Example[]>
}

/** What a failed call means for a step. */
function throwNodeFault(error: unknown): never {
  if (!(error instanceof ai.AiFault)) throw error
  const { code, kind, message, retryAfterMs: after } = error
  if (code === 'ai.busy') throw new PortBusy(after ?? retryAfterMs)
  throw (kind === 'transient' ? transient : permanent)(
    code,
    message,
    after === null ? undefined : { retryAfterMs: after },
  )
}

type Asked = { model?: AiModel; signal: AbortSignal }

/** Asks a model once per step: a committed answer is used again after a crash. */
function askerOf(
  { callModel, limitModels }: AiPortDeps,
  { step, facts }: PortContext,
  { model, signal }: Asked,
) {
  let fromStore = false
  const ask: ai.AskModel = async (purpose, { system, text, output, maxOutputTokens }) => {
    const call = () =>
      callModel({
        key: step.key,
        memberId: facts.memberId,
        purpose,
        model: model as ai.ModelCall['model'],
        workflowId: facts.workflowId,
        executionId: facts.executionId,
        nodeId: step.nodeId,
        mailboxId: facts.mailboxId ?? undefined,
        maxWaitMs: maxSlotWaitMs,
        request: {
          system,
          messages: [{ role: 'user', text }],
          output,
          maxOutputTokens,
          signal,
          totalMs: maxCallMs,
          idleMs: maxIdleMs,
        },
      })
    const timeoutError = () => new PortBusy(retryAfterMs * (0.75 + Math.random() / 2))
    const answer = await limitModels(facts.memberId, call, { maxWaitMs, timeoutError }).catch(throwNodeFault)
    fromStore = answer.fromStore
    return answer.reply.data
  }
  return { ask, isFromStore: () => fromStore }
}

const partOf = ({ text }: { text: string }) => [{ id: 'message', label: 'message', text }]

async function classify(deps: AiPortDeps, context: PortContext, request: ClassifyRequest, asked: Asked) {
  const { db, facts, step } = context
  const { text, message } = await findMaterial(context, request.material)
  const { categories, several, instructions, learnAfter } = request
  const place = { memberId: facts.memberId, workflowId: facts.workflowId, nodeId: step.nodeId }
  const mail = { sender: message?.from?.email ?? '', subject: message?.subject ?? '' }
  const learns = learnAfter > 0 && mail.sender !== ''
  const pattern = ai.patternContext(place, mail, { categories, several, instructions })
  const known = learns ? await ai.matchPattern(db, pattern) : undefined
  if (known) return { labels: known, confidence: 1, byPattern: true }
  if (request.onlyPatterns) return { labels: [], confidence: 0, byPattern: false }
  const examples = request.useExamples
    ? await deps.findExamples(
        db,
        place,
        categories.map(({ name }) => name),
        message?.threadId ?? null,
      )
    : []
  const { ask, isFromStore } = askerOf(deps, context, asked)
  const answer = await ai.classify(ask, {
    material: partOf({ text }),
    categories,
    several,
    instructions,
    examples,
  })
  // A step that is repeated after a crash teaches nothing twice.
  if (learns && !isFromStore()) await ai.learnPattern(db, pattern, answer, learnAfter)
  return { ...answer, byPattern: false }
}

async function compose(
  deps: AiPortDeps,
  context: PortContext,
  { tables, rootId }: { tables: TablesPort; rootId: string },
  request: ComposeRequest,
  asked: Asked,
) {
  const { db, step, facts } = context
  const { sources, earlier, writer, signature } = await gatherSources(deps, context, tables, request)
  const today = facts.now.slice(0, 10)
  const { ask } = askerOf(deps, context, asked)
  const { kind, instructions, tone, language, length } = request
  const composed = await ai.compose(ask, {
    kind,
    sources,
    earlier,
    instructions,
    tone,
    language,
    length,
    writer,
    today,
  })
  const { subject, cited } = composed
  const composition = { subject: kind === 'new' ? subject : '', text: composed.text, sources, cited, today }
  await ai.insertComposition(db, { key: step.key, memberId: facts.memberId, rootId }, composition)
  const statements = ai.groundText(composed.text, sources, { today, cited })
  const toCheck = statements
    .filter(ai.isUnsupported)
    .map(({ kind: what, text, start, end }) => ({ kind: what, text, start, end }))
  return {
    subject,
    text: signature === undefined ? composed.text : `${composed.text}\n\n-- \n${signature}`,
    language: composed.language,
    supported: statements.length - toCheck.length,
    toCheck,
    needsReview: toCheck.length > 0,
  }
}

/** A summary is a text of a model as well: a mail that carries it is checked like any other. */
async function summarise(
  deps: AiPortDeps,
  context: PortContext,
  rootId: string,
  request: Parameters<AiPort['summarise']>[0],
  asked: Asked,
) {
  const { db, step, facts } = context
  const { text, message } = await findMaterial(context, request.material)
  const { ask } = askerOf(deps, context, asked)
  const summary = await ai.summarise(ask, { ...request, material: partOf({ text }) })
  const today = facts.now.slice(0, 10)
  const sources: ai.Source[] = [
    {
      id: message?.id ?? 'text',
      kind: 'message',
      title: message?.from?.name ?? '',
      text,
      foreign: true,
      date: today,
    },
    { id: 'instructions', kind: 'instructions', title: '', text: request.instructions },
  ]
  const step_ = { key: step.key, memberId: facts.memberId, rootId }
  await ai.insertComposition(db, step_, { subject: '', text: summary.text, sources, cited: [], today })
  return summary
}

/** Binds the AI nodes to the models of the instance. */
export function aiPort(deps: AiPortDeps, context: PortContext, run: OwnedRun, tables: TablesPort): AiPort {
  const rootId = run.rootId ?? run.id
  const today = context.facts.now.slice(0, 10)
  const material = async (given: AiMaterial) => partOf(await findMaterial(context, given))
  const asked = ({ model }: { model?: AiModel }, signal: AbortSignal): Asked => ({
    ...(model && { model }),
    signal,
  })
  return {
    classify: (request, signal) => classify(deps, context, request, asked(request, signal)),
    extract: async (request, signal) =>
      ai.extract(askerOf(deps, context, asked(request, signal)).ask, {
        material: await material(request.material),
        fields: request.fields,
        instructions: request.instructions,
        today,
      }),
    compose: (request, signal) => compose(deps, context, { tables, rootId }, request, asked(request, signal)),
    summarise: (request, signal) => summarise(deps, context, rootId, request, asked(request, signal)),
    decide: async (request, signal) =>
      ai.decide(askerOf(deps, context, asked(request, signal)).ask, {
        material: await material(request.material),
        question: request.question,
        instructions: request.instructions,
      }),
  }
}
