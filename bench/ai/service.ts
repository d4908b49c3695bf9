// The service of the benchmark: a process with the slice and nothing else. Arguments: database, allowed address, member,
// number of calls. Prints the time and the CPU that the calls took.

import { openPlatform } from '../../server/src/composition/platform.ts'
import { readConfig } from '../../server/src/platform/config/read-config.ts'
import { createLog } from '../../server/src/platform/log/log.ts'
import { createAi } from '../../server/src/slices/ai/index.ts'
import { ownsExecution } from '../../server/src/slices/executions/index.ts'

const [databaseUrl = '', allow = '', memberId = '', count = '0'] = process.argv.slice(2)
const config = readConfig({ MAILWRIGHT_OUTBOUND_ALLOW: allow })
const platform = await openPlatform({ config, databaseUrl, log: createLog('warn') })
const ai = createAi({
  ...platform,
  db: platform.databases.runs,
  outbound: platform.outbound.ai,
  ports: { ownsExecution },
})
const schema = {
  type: 'object',
  properties: { category: { type: 'string', enum: ['invoice', 'order', 'other'] } },
  required: ['category'],
  additionalProperties: false,
}
const mail = 'Dear team, please find attached the invoice for October. '.repeat(20)
const classify = (key: string) =>
  ai.use.call({
    key,
    memberId,
    purpose: 'classify',
    maxWaitMs: 600_000,
    request: {
      system: 'Choose the category of the mail.',
      messages: [{ role: 'user', text: mail }],
      output: { name: 'category', schema },
      maxOutputTokens: 100,
      signal: AbortSignal.timeout(600_000),
      totalMs: 60_000,
      idleMs: 60_000,
    },
  })

const run = (prefix: string, n: number) =>
  Promise.all(Array.from({ length: n }, (_, i) => classify(`${prefix} ${i}`)))
await run('warm-up', 20)
const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
await run('call', Number(count))
const { user, system } = process.cpuUsage(cpu)
console.log(JSON.stringify({ ms: performance.now() - startedAt, cpuMs: (user + system) / 1000 }))
await ai.close()
await platform.close()
