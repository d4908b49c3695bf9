// The service of the benchmark for learned patterns. Arguments: database, member, workflow, messages, patterns, at once.
// Prints the time and the CPU that it took to find the answer for each message.
import { openPlatform } from '../../server/src/composition/platform.ts'
import { readConfig } from '../../server/src/platform/config/read-config.ts'
import { createLog } from '../../server/src/platform/log/log.ts'
import { matchPattern, patternContext } from '../../server/src/slices/ai/index.ts'

const [databaseUrl = '', memberId = '', workflowId = '', ...numbers] = process.argv.slice(2)
const [messages = 0, patterns = 1, atOnce = 1] = numbers.map(Number)
const config = readConfig({})
const platform = await openPlatform({ config, databaseUrl, log: createLog('warn') })
const db = platform.databases.runs
const place = { memberId, workflowId, nodeId: 'sort' }
const question = { categories: ['invoice', 'order', 'other'], several: false, instructions: 'Sort.' }

async function answer(n: number) {
  const mail = {
    sender: `Sender-${n % patterns}@example.com`,
    subject: `Re: Invoice 2026-${n} of ${n % 7} May`,
  }
  const labels = await matchPattern(db, patternContext(place, mail, question))
  if (labels?.[0] !== 'invoice') throw new Error(`no answer for message ${n}`)
}

async function run(from: number, to: number) {
  let next = from
  const worker = async () => {
    while (next < to) await answer(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

await run(0, 1_000)
const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
await run(1_000, 1_000 + messages)
const { user, system } = process.cpuUsage(cpu)
console.log(JSON.stringify({ ms: performance.now() - startedAt, cpuMs: (user + system) / 1000 }))
await platform.close()
