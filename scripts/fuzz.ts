// `npm run fuzz -- [--cases 1000] [--passwords 100] [--route 'POST /api/v1/signatures'] [--from 'GET /api/v1/desk'] [--seed n] [--url http://… --key …]`
// Sends valid and invalid requests to every described operation, and checks the responses against the served
// description. Without --url it starts its own server on a temporary database; another server needs a key and a higher
// MAILWRIGHT_LIMIT_KEY_PER_MINUTE, or most responses will be 429. Each attempt to sign in is slower than the one before,
// so that valid requests with a password are limited for each operation.
import { parseArgs } from 'node:util'
import { startOwnServer } from '../server/test/contract/fuzz/own-server.ts'
import { fuzz, harnessOf, type Outcome, tellFailure } from '../server/test/contract/fuzz/run.ts'
import { foreignWorld, ownWorld } from '../server/test/contract/fuzz/world.ts'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000' },
    passwords: { type: 'string', default: '100' },
    route: { type: 'string' },
    from: { type: 'string' },
    seed: { type: 'string' },
    url: { type: 'string' },
    key: { type: 'string' },
    log: { type: 'string', default: 'silent' },
  },
})
const [cases, maxPasswords] = [Number(values.cases), Number(values.passwords)]
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
if (!Number.isSafeInteger(cases) || cases < 1 || !Number.isSafeInteger(seed))
  throw new Error('--cases and --seed must be integers')
if (values.url && !values.key) throw new Error('--url requires --key')

const report = ({ operation, requests, statuses, failures }: Outcome) => {
  const counts = Object.entries(statuses).map(([status, count]) => `${status}×${count}`)
  console.log(`${failures.length === 0 ? 'ok  ' : 'FAIL'} ${operation}  ${requests}: ${counts.join(' ')}`)
  for (const failure of failures) console.log(`\n${tellFailure(failure)}\n`)
}

const server = values.url ? undefined : await startOwnServer(values.log)
try {
  const world = server ? await ownWorld(server) : foreignWorld(values.url ?? '', values.key)
  const harness = await harnessOf(world)
  const all = harness.operations
  const first = values.from === undefined ? 0 : all.findIndex(({ name }) => name === values.from)
  const operations = all
    .slice(first < 0 ? all.length : first)
    .filter(({ name }) => values.route === undefined || name === values.route)
  if (operations.length === 0)
    throw new Error(`${values.from ?? values.route} is not in the served description`)
  const started = performance.now()
  const outcomes: Outcome[] = []
  for (const operation of operations) {
    const outcome = await fuzz(harness, operation, { cases, seed, maxPasswords })
    report(outcome)
    outcomes.push(outcome)
  }
  const requests = outcomes.reduce((sum, outcome) => sum + outcome.requests, 0)
  const failures = outcomes.reduce((sum, outcome) => sum + outcome.failures.length, 0)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `\n${operations.length} operations, ${requests} requests, ${failures} failures, ${seconds} s, seed ${seed}`,
  )
  if (failures > 0) process.exitCode = 1
} finally {
  await server?.close()
}
