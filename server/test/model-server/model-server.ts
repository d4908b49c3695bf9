import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ajv } from 'ajv'
import { createChooser } from './choose-reply.ts'
import { errorOf, sendJson, sendReply } from './send-reply.ts'
import type { ModelRule, ModelUsage, Provider, RecordedCall, Wire } from './types.ts'
import { anthropic } from './wires/anthropic.ts'
import { mistral, openaiCompatible, openrouter } from './wires/chat-completions.ts'
import { google } from './wires/google.ts'
import { openaiResponses } from './wires/openai-responses.ts'

type Endpoint = { provider: Provider; prefix: string; call: RegExp; wire: Wire }

const chat = /^\/chat\/completions$/
const endpoints: Endpoint[] = [
  { provider: 'anthropic', prefix: '/anthropic/v1', call: /^\/messages$/, wire: anthropic },
  { provider: 'openai', prefix: '/openai/v1', call: /^\/responses$/, wire: openaiResponses },
  {
    provider: 'google',
    prefix: '/google/v1beta',
    call: /^\/models\/[^/]+:(generateContent|streamGenerateContent\?alt=sse)$/,
    wire: google,
  },
  { provider: 'mistral', prefix: '/mistral/v1', call: chat, wire: mistral },
  { provider: 'openrouter', prefix: '/openrouter/api/v1', call: chat, wire: openrouter },
  { provider: 'openai_compatible', prefix: '/compatible/v1', call: chat, wire: openaiCompatible },
]

const ajv = new Ajv({ strict: false })
const validators = new Map(endpoints.map(({ wire }) => [wire, ajv.compile(wire.body)]))

/** A key that every provider rejects. */
export const wrongKey = 'wrong-key'
const hasWrongKey = ({ headers }: IncomingMessage) =>
  [headers.authorization, headers['x-api-key'], headers['x-goog-api-key']].some(
    (one) => typeof one === 'string' && one.endsWith(wrongKey),
  )

type Options = {
  rules?: ModelRule[]
  /** Names that the model lists report. */
  models?: string[]
  port?: number
  onCall?: (call: RecordedCall) => void
}

export type ModelServer = {
  port: number
  /** The base URL of a connection of this provider. */
  baseUrl(provider: Provider): string
  /** For MAILWRIGHT_OUTBOUND_ALLOW. */
  allow: string
  /** Every call of a model so far, oldest first. */
  calls: RecordedCall[]
  /** Replaces the rules. */
  setRules(rules: ModelRule[]): void
  /** The sum of what was reported completely. */
  usage(): ModelUsage
  close(): Promise<void>
}

/** Scripted models of all providers on a loopback port, in the providers' own wire formats. */
export async function startModelServer(options: Options = {}): Promise<ModelServer> {
  const { models = ['scripted-large', 'scripted-small'] } = options
  const chooser = createChooser(options.rules ?? [])
  const calls: RecordedCall[] = []

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = request.url ?? ''
    const endpoint = endpoints.find(({ prefix }) => url.startsWith(`${prefix}/`))
    if (!endpoint) return sendJson(response, 404, 'Not found')
    const { wire, provider } = endpoint
    const path = url.slice(endpoint.prefix.length)
    const refuse = (status: number, message?: string) =>
      sendJson(
        response,
        provider === 'google' && status === 401 ? 400 : status,
        wire.error(errorOf(status, message ? { message } : {})),
      )
    const bytes = Buffer.concat(await request.toArray())
    if (hasWrongKey(request)) return refuse(401)
    if (request.method === 'GET' && /^\/models(\?|$)/.test(path))
      return sendJson(response, 200, wire.models(models))
    if (request.method !== 'POST' || !endpoint.call.test(path)) return refuse(404, `No route ${path}.`)
    const body: unknown = JSON.parse(bytes.toString())
    const validate = validators.get(wire)
    if (!validate?.(body)) return refuse(400, `Not as documented: ${ajv.errorsText(validate?.errors)}`)
    const asked = { provider, ...wire.read(body, path) }
    const { headers } = request
    const record: RecordedCall = {
      ...asked,
      path: url,
      headers,
      body,
      status: 200,
      usage: null,
      outcome: 'open',
    }
    calls.push(record)
    response.once('close', () => {
      if (record.outcome === 'open') record.outcome = 'abandoned'
      options.onCall?.(record)
    })
    await sendReply({ response, reply: chooser.choose(asked), wire, record })
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      if (!response.headersSent) sendJson(response, 500, { error: { message: String(error) } })
      else response.destroy()
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve),
  )
  const { port } = server.address() as AddressInfo
  return {
    port,
    baseUrl: (provider) =>
      `http://127.0.0.1:${port}${endpoints.find((one) => one.provider === provider)?.prefix ?? ''}`,
    allow: `ai:127.0.0.1:${port}`,
    calls,
    setRules: chooser.setRules,
    usage: () => {
      const sum: ModelUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }
      for (const { usage } of calls) {
        sum.inputTokens += usage?.inputTokens ?? 0
        sum.cachedInputTokens += usage?.cachedInputTokens ?? 0
        sum.outputTokens += usage?.outputTokens ?? 0
      }
      return sum
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
