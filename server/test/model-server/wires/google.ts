// https://ai.google.dev/api/generate-content, https://ai.google.dev/api/models
import {
  choice,
  free,
  integer,
  list,
  number,
  object,
  optional,
  type Static,
  string,
  union,
} from '@mailwright/contract/schema'
import type { ModelAnswer, Wire, WireError } from '../types.ts'

const Part = union(
  object({ text: string(), thoughtSignature: optional(string()) }),
  object({
    functionCall: object({ id: optional(string()), name: string(), args: free() }),
    thoughtSignature: optional(string()),
  }),
  object({ functionResponse: object({ id: optional(string()), name: string(), response: free() }) }),
)
const Body = object({
  systemInstruction: optional(object({ parts: list(object({ text: string() }), 1) })),
  contents: list(object({ role: choice('user', 'model'), parts: list(Part, 1) }), 1),
  generationConfig: optional(
    object({
      maxOutputTokens: optional(integer(1)),
      temperature: optional(number(0, 2)),
      responseMimeType: optional(choice('text/plain', 'application/json')),
      responseSchema: optional(free()),
      responseJsonSchema: optional(free()),
    }),
  ),
  tools: optional(
    list(
      object({
        functionDeclarations: list(
          object({
            name: string(),
            description: string(),
            parameters: optional(free()),
            parametersJsonSchema: optional(free()),
          }),
        ),
      }),
    ),
  ),
  toolConfig: optional(free()),
})
type GoogleBody = Static<typeof Body>
type GooglePart = Static<typeof Part>

const partText = (part: GooglePart) => {
  if ('text' in part) return part.text
  return 'functionCall' in part
    ? JSON.stringify(part.functionCall.args)
    : JSON.stringify(part.functionResponse.response)
}

const usageOf = ({ usage }: ModelAnswer) => ({
  promptTokenCount: usage.inputTokens,
  cachedContentTokenCount: usage.cachedInputTokens,
  candidatesTokenCount: usage.outputTokens,
  totalTokenCount: usage.inputTokens + usage.outputTokens,
})
const finishReason = ({ finish }: ModelAnswer) => {
  if (finish === 'length') return 'MAX_TOKENS'
  return finish === 'filtered' ? 'SAFETY' : 'STOP'
}
const callPart = (call: ModelAnswer['toolCalls'][number]) => ({
  functionCall: { id: call.id, name: call.name, args: call.arguments },
  thoughtSignature: `signed-${call.id}`,
})
const chunk = (answer: ModelAnswer, parts: unknown[], more: object = {}) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
  modelVersion: answer.model,
  responseId: answer.id,
})
const event = (data: unknown) => `data: ${JSON.stringify(data)}\r\n\r\n`

const statuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}
// An invalid key is a 400 with this reason.
const errorBody = ({ status, message, type }: WireError) => ({
  error: {
    code: status === 401 ? 400 : status,
    message,
    status: type ?? statuses[status === 401 ? 400 : status] ?? 'UNKNOWN',
    ...(status === 401 && {
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'API_KEY_INVALID',
          domain: 'googleapis.com',
        },
      ],
    }),
  },
})

export const google: Wire = {
  body: Body,
  read: (given, path) => {
    const body = given as GoogleBody
    const config = body.generationConfig
    return {
      model: decodeURIComponent(/models\/([^:]+):/.exec(path)?.[1] ?? ''),
      system: (body.systemInstruction?.parts ?? []).map((one) => one.text).join('\n'),
      messages: body.contents.map(({ role, parts }) => ({
        role: parts.some((one) => 'functionResponse' in one)
          ? 'tool'
          : role === 'model'
            ? 'assistant'
            : 'user',
        text: parts.map(partText).join('\n'),
      })),
      tools: (body.tools ?? []).flatMap((one) => one.functionDeclarations.map(({ name }) => name)),
      schema: config?.responseJsonSchema ?? config?.responseSchema ?? null,
      answerTool: null,
      stream: path.includes(':streamGenerateContent'),
    }
  },
  answer: (answer) => ({
    ...chunk(
      answer,
      [...(answer.text === '' ? [] : [{ text: answer.text }]), ...answer.toolCalls.map(callPart)],
      {
        finishReason: finishReason(answer),
      },
    ),
    usageMetadata: usageOf(answer),
  }),
  events: (answer) => [
    ...answer.pieces.map((piece) => event(chunk(answer, [{ text: piece }]))),
    ...answer.toolCalls.map((call) => event(chunk(answer, [callPart(call)]))),
    event({
      ...chunk(answer, [{ text: '' }], { finishReason: finishReason(answer) }),
      usageMetadata: usageOf(answer),
    }),
  ],
  error: errorBody,
  errorEvent: (error) => event(errorBody(error)),
  models: (names) => ({
    models: [
      ...names.map((name) => ({
        name: `models/${name}`,
        displayName: name,
        supportedGenerationMethods: ['generateContent', 'countTokens'],
      })),
      {
        name: 'models/scripted-embedding',
        displayName: 'Embeddings',
        supportedGenerationMethods: ['embedContent'],
      },
    ],
  }),
}
