import type { ai } from '@mailwright/contract/ai'
import type { Call } from '../../../platform/http/call.ts'
import { LlmError } from '../../../protocols/llm/index.ts'
import { AiFault } from '../calls/ai-fault.ts'
import { callModel } from '../calls/call-model.ts'
import type { CallDeps } from '../calls/types.ts'
import { modelsOf } from '../models/choose-model.ts'
import { getConnection } from './connection-deps.ts'
import { reportModels } from './report-models.ts'

const totalMs = 30_000

/** Anything else is a fault of ours and not of the connection. */
function describeFailure(error: unknown) {
  if (error instanceof AiFault) return { code: error.code, message: error.message }
  if (error instanceof LlmError) return { code: `ai.${error.reason}`, message: error.message }
  throw error
}

/** Asks for the models and for one word. A server that lists no models may work all the same. */
export async function testConnection(deps: CallDeps, call: Call<typeof ai.test>) {
  const startedAt = performance.now()
  const found = await getConnection(call.db, call.params.id)
  const failure = await reportModels(deps, found, totalMs).then(() => null, describeFailure)
  const connection = await getConnection(call.db, found.id)
  const model = call.body.model ?? modelsOf(connection).models[0] ?? null
  const answerOf = (error: { code: string; message: string } | null) => ({
    ok: error === null,
    model,
    models: connection.reportedModels ?? [],
    durationMs: Math.round(performance.now() - startedAt),
    error,
  })
  if (model === null)
    return answerOf(failure ?? { code: 'ai.unavailable', message: 'The server reports no models; name one.' })
  const asked = callModel(deps, {
    key: null,
    memberId: call.caller.memberId,
    purpose: 'general',
    connectionId: connection.id,
    model: { provider: connection.provider, model },
    isTest: true,
    maxWaitMs: totalMs,
    request: {
      system: 'This is a connection test.',
      messages: [{ role: 'user', text: 'Answer with the word OK.' }],
      maxOutputTokens: 256,
      signal: AbortSignal.timeout(2 * totalMs),
      totalMs,
      idleMs: totalMs,
    },
  })
  return answerOf(await asked.then(() => null, describeFailure))
}
