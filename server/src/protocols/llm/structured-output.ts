import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { addUsage, LlmError, withUsage } from './llm-error.ts'
import type { Answer } from './read-answer.ts'
import type { JsonSchema, LlmReply, LlmRequest } from './types.ts'

const maxCompiled = 100
const maxErrors = 10

/** Compiled schemas by their text, the oldest dropped first: compiling costs more than validating. */
function createCompiler() {
  const compiled = new Map<string, ValidateFunction>()
  return (schema: JsonSchema): ValidateFunction => {
    const key = JSON.stringify(schema)
    const known = compiled.get(key)
    if (known) return known
    // An instance for each schema: one instance would keep every schema that it has ever compiled.
    const ajv = new Ajv({ strict: false, allErrors: true })
    addFormats.default(ajv)
    const validate = ajv.compile(schema)
    compiled.set(key, validate)
    const [oldest] = compiled.keys()
    if (compiled.size > maxCompiled && oldest !== undefined) compiled.delete(oldest)
    return validate
  }
}
const compile = createCompiler()

type Checked = { data: unknown } | { problem: string }

/** Models like to put JSON into a code block, or a sentence before it. */
function findJson(text: string): string {
  const block = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1]
  if (block !== undefined) return block
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}')
  return start >= 0 && end > start ? text.slice(start, end + 1) : text
}

function check(text: string, schema: JsonSchema): Checked {
  let data: unknown
  try {
    data = JSON.parse(findJson(text))
  } catch {
    return { problem: 'It is not JSON.' }
  }
  const validate = compile(schema)
  if (validate(data)) return { data }
  const errors = (validate.errors ?? []).slice(0, maxErrors)
  return { problem: errors.map((one) => `${one.instancePath || '/'} ${one.message}`).join('; ') }
}

/** For an answer that cannot be used; repairing does not help where the model was stopped. */
function refuse(answer: Answer): void {
  const { usage } = answer
  if (answer.finish === 'filtered')
    throw new LlmError('permanent', 'filtered', 'The provider refused to answer this.', { usage })
  if (answer.finish === 'length')
    throw new LlmError('permanent', 'output_limit', 'The answer is longer than the limit of output tokens.', {
      usage,
    })
}

function repairOf(request: LlmRequest, text: string, problem: string): LlmRequest {
  return {
    ...request,
    messages: [
      ...request.messages,
      { role: 'assistant', text, toolCalls: [] },
      {
        role: 'user',
        text: `Your answer does not match the required schema: ${problem}\nAnswer again, only with JSON that matches.`,
      },
    ],
  }
}

type Ask = (request: LlmRequest, isRepair: boolean) => Promise<Answer>

/** Asks for an answer of the declared shape, and once more if it does not have it. */
export async function askForOutput(ask: Ask, request: LlmRequest, schema: JsonSchema): Promise<LlmReply> {
  const first = await ask(request, false)
  const checked = check(first.text, schema)
  if ('data' in checked && first.finish !== 'filtered')
    return { ...first, data: checked.data, repaired: false }
  refuse(first)
  const problem = 'problem' in checked ? checked.problem : ''
  const second = await ask(repairOf(request, first.text, problem), true).catch((error) => {
    throw withUsage(error, first.usage)
  })
  const usage = addUsage(first.usage, second.usage)
  const again = check(second.text, schema)
  if ('data' in again && second.finish !== 'filtered')
    return { ...second, usage, data: again.data, repaired: true }
  refuse({ ...second, usage })
  throw new LlmError('permanent', 'invalid_output', 'The model did not answer in the required shape.', {
    usage,
  })
}

/** The same request for a server that cannot be given a schema: it stands in the instructions. */
export const withSchemaInPrompt = ({ output, ...request }: LlmRequest): LlmRequest =>
  output
    ? {
        ...request,
        system: `${request.system}\n\nAnswer only with JSON that matches this schema:\n${JSON.stringify(output.schema)}`,
      }
    : request

/** Whether a server rejected the response format and not the rest of the request. */
export const rejectsSchema = (error: unknown) =>
  error instanceof LlmError &&
  error.reason === 'bad_request' &&
  /response_format|json_schema|json schema|structured output|output_config|responseJsonSchema/i.test(
    error.message,
  )
