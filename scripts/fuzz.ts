// `npm run fuzz -- [--cases 1000] [--route 'POST /api/v1/signatures'] [--seed n] [--url http://… --key …]`
// Sends every described operation requests of the right and of every wrong form, and holds the answers against the
// served description. Without --url it starts a server of its own on a database that is thrown away; a server
// elsewhere needs a key, and MAILWRIGHT_LIMIT_KEY_PER_MINUTE raised, or most answers will be 429.
import { parseArgs } from 'node:util'
import { startOwnServer } from '../server/test/contract/fuzz/own-server.ts'
import { fuzz, harnessOf, type Outcome, tellFailure } from '../server/test/contract/fuzz/run.ts'
import { foreignWorld, ownWorld } from '../server/test/contract/fuzz/world.ts'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000' },
    route: { type: 'string' },
    seed: { type: 'string' },
    url: { type: 'string' },
    key: { type: 'string' },
    log: { type: 'string', default: 'silent' },
  },
})
const cases = Number(values.cases)
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
if (!Number.isSafeInteger(cases) || cases < 1 || !Number.isSafeInteger(seed))
  throw new Error('--cases and --seed must be whole numbers')
if (values.url && !values.key) throw new Error('--url needs --key')

const tell = ({ operation, requests, statuses, failures }: Outcome) => {
  const counts = Object.entries(statuses).map(([status, count]) => `${status}×${count}`)
  console.log(`${failures.length === 0 ? 'ok  ' : 'FAIL'} ${operation}  ${requests}: ${counts.join(' ')}`)
  for (const failure of failures) console.log(`\n${tellFailure(failure)}\n`)
}

const server = values.url ? undefined : await startOwnServer(values.log)
try {
  const world = server ? await ownWorld(server) : foreignWorld(values.url ?? '', values.key)
  const harness = await harnessOf(world)
  const wanted = harness.operations.filter(({ name }) => values.route === undefined || name === values.route)
  if (wanted.length === 0) throw new Error(`${values.route} is not in the served description`)
  const started = performance.now()
  const outcomes: Outcome[] = []
  for (const operation of wanted) {
    const outcome = await fuzz(harness, operation, { cases, seed })
    tell(outcome)
    outcomes.push(outcome)
  }
  const requests = outcomes.reduce((sum, outcome) => sum + outcome.requests, 0)
  const failures = outcomes.reduce((sum, outcome) => sum + outcome.failures.length, 0)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `\n${wanted.length} operations, ${requests} requests, ${failures} failures, ${seconds} s, seed ${seed}`,
  )
  if (failures > 0) process.exitCode = 1
} finally {
  await server?.close()
}
