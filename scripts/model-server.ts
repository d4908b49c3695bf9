// `npm run model-server -- [--port 8099] [--rules FILE]`
// Scripted models in the wire formats of all providers, to try the product with no account. The rules are a JSON list
// of `{ when, times, reply }` as in server/test/model-server/types.ts; without a match a request for structured output
// gets a valid value, every other one an echo.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { startModelServer } from '../server/test/model-server/model-server.ts'
import type { ModelRule, Provider } from '../server/test/model-server/types.ts'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '8099' }, rules: { type: 'string' } },
})
const rules: ModelRule[] = values.rules ? JSON.parse(await readFile(values.rules, 'utf8')) : []
const server = await startModelServer({
  port: Number(values.port),
  rules,
  onCall: ({ provider, model, status, outcome, usage }) =>
    console.log(
      `${provider} ${model}: ${status} ${outcome}` +
        (usage ? `, ${usage.inputTokens} tokens in, ${usage.outputTokens} out` : ''),
    ),
})

const providers: Provider[] = ['anthropic', 'openai', 'google', 'mistral', 'openrouter', 'openai_compatible']
console.log(`Start the product with MAILWRIGHT_OUTBOUND_ALLOW=${server.allow}. Base URLs, any key or none:`)
for (const provider of providers) console.log(`  ${provider.padEnd(18)}${server.baseUrl(provider)}`)
