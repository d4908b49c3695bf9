import type { Fetch } from '../../platform/outbound/fetch.ts'
import { createCallFetch } from './call-fetch.ts'
import { type CallLimits, startLimits } from './call-limits.ts'
import { callOptions, isStrict } from './call-options.ts'
import { listModels } from './list-models.ts'
import { LlmError } from './llm-error.ts'
import { errorOfEvent, readError } from './provider-error.ts'
import { openModel } from './providers.ts'
import { type Answer, readStream, readWhole } from './read-answer.ts'
import { askForOutput, rejectsSchema, withSchemaInPrompt } from './structured-output.ts'
import type { Llm, LlmEndpoint, LlmReply, LlmRequest } from './types.ts'

const modelsTotalMs = 30_000

type OnText = (piece: string) => void
type Call = { endpoint: LlmEndpoint; limits: CallLimits; onText?: OnText | undefined }

// Errors of the AI SDK by name, so that it is not loaded for this.
const isOfLibrary = (error: unknown): error is Error => error instanceof Error && error.name.startsWith('AI_')

/** What the library throws about an answer that it does not understand; such errors quote the request. */
function errorOfLibrary(error: unknown): unknown {
  if (!isOfLibrary(error)) return error
  const isOurs = /InvalidArgument|InvalidPrompt|Unsupported|NoSuchModel/.test(error.name)
  return isOurs
    ? new LlmError('permanent', 'bad_request', 'This request cannot be sent to this provider.')
    : new LlmError('transient', 'provider_error', 'The provider sent an answer that cannot be read.')
}

/** An error event that the library did not expect is in `value` of its own error. */
function errorOfStream(event: unknown, apiKey: string | null): unknown {
  if (!isOfLibrary(event)) return errorOfEvent(event, apiKey)
  const value = 'value' in event ? event.value : undefined
  return readError(value).message === null ? event : errorOfEvent(value, apiKey)
}

async function askOnce(
  fetch: Fetch,
  { endpoint, limits, onText }: Call,
  request: LlmRequest,
): Promise<Answer> {
  const call = createCallFetch(fetch, endpoint, limits)
  try {
    const model = await openModel(endpoint, {
      model: request.model,
      fetch: call.fetch,
      strict: isStrict(request.output?.schema),
    })
    const options = callOptions(request, limits.signal)
    if (!onText) return await readWhole(model, options)
    return await readStream(model, options, {
      text: onText,
      error: (event) => errorOfStream(event, endpoint.apiKey),
    })
  } catch (error) {
    if (limits.signal.aborted) throw limits.signal.reason
    throw call.failure() ?? errorOfLibrary(error)
  }
}

async function answer(fetch: Fetch, endpoint: LlmEndpoint, request: LlmRequest, onText?: OnText) {
  const limits = startLimits(request, onText && request.idleMs)
  const ask = (asked: LlmRequest, isRepair = false) =>
    askOnce(fetch, { endpoint, limits, onText: isRepair && onText ? () => {} : onText }, asked)
  try {
    if (!request.output)
      return { ...(await ask(request)), data: undefined, repaired: false } satisfies LlmReply
    const { schema } = request.output
    return await askForOutput(ask, request, schema).catch((error) => {
      if (!rejectsSchema(error)) throw error
      return askForOutput(ask, withSchemaInPrompt(request), schema)
    })
  } finally {
    limits.end()
  }
}

/**
 * Calls models of all providers over the guarded path. Nothing is retried here, except that an answer of the wrong shape
 * is asked for once more.
 */
export function createLlm({ fetch }: { fetch: Fetch }): Llm {
  return {
    generate: (endpoint, request) => answer(fetch, endpoint, request),
    stream: (endpoint, request, onText) => answer(fetch, endpoint, request, onText),
    models: async (endpoint, signal) => {
      const limits = startLimits({ signal, totalMs: modelsTotalMs })
      try {
        return await listModels(endpoint, createCallFetch(fetch, endpoint, limits).fetch)
      } catch (error) {
        throw limits.signal.aborted ? limits.signal.reason : error
      } finally {
        limits.end()
      }
    },
  }
}
