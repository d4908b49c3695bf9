import fc from 'fast-check'
import type { Case } from './case.ts'
import { fixedCases, randomCases } from './cases.ts'
import { curlOf } from './curl.ts'
import { type Description, type Operation, operationsOf } from './operations.ts'
import { complaints } from './oracle.ts'
import { type Judge, judgeOf } from './schema.ts'
import { send } from './send.ts'
import type { World } from './world.ts'

export type Failure = { operation: string; why: string; complaints: string[]; curl: string; replay: string }
export type Outcome = {
  operation: string
  requests: number
  statuses: Record<number, number>
  failures: Failure[]
}
export type Options = {
  cases: number
  seed: number
  /** At most this many requests of the right form where each costs a password hash. */
  maxPasswords?: number
}

/** At least this many at random, however many fixed ones there are. */
const fewestRandom = 30
const maxFailures = 10

export type Harness = { world: World; judge: Judge; operations: Operation[] }

/** Reads the description from the running server: what it says there is what it is held to. */
export async function harnessOf(world: World): Promise<Harness> {
  const answer = await fetch(`${world.url}/api/v1/openapi.json?lang=en`)
  const description = (await answer.json()) as Description
  return { world, judge: judgeOf(description), operations: operationsOf(description) }
}

// Each password that is hashed takes 47 MB and a good part of a second of one core.
const hashesPasswords = (operation: Operation, judge: Judge) =>
  Object.keys(operation.body ? (judge.resolve(operation.body).properties ?? {}) : {}).some((name) =>
    /password/i.test(name),
  )

/** Sends one operation every fixed case, then cases at random, and collects what is wrong with the answers. */
export async function fuzz(harness: Harness, operation: Operation, options: Options): Promise<Outcome> {
  const { world, judge } = harness
  const outcome: Outcome = { operation: operation.name, requests: 0, statuses: {}, failures: [] }
  let passwords = hashesPasswords(operation, judge) ? (options.maxPasswords ?? Infinity) : Infinity

  const attempt = async (one: Case): Promise<Failure | undefined> => {
    if (one.expect !== 'refused' && passwords-- <= 0) return undefined
    const headers = { ...one.headers, ...(await world.credentials(one.caller, operation)) }
    const sent = { ...one, headers, path: await world.address(one.path) }
    const answer = await send(world.url, sent)
    outcome.requests++
    outcome.statuses[answer.status] = (outcome.statuses[answer.status] ?? 0) + 1
    const wrong = complaints(one, operation, judge, answer)
    if (wrong.length === 0) return undefined
    const replay = `npm run fuzz -- --route '${operation.name}' --seed ${options.seed} --cases ${options.cases}`
    return {
      operation: operation.name,
      why: one.why,
      complaints: wrong,
      replay,
      curl: curlOf(world.url, sent),
    }
  }

  const fixed = fixedCases(operation, judge)
  for (const one of fixed) {
    const failure = await attempt(one)
    if (failure && outcome.failures.length < maxFailures) outcome.failures.push(failure)
  }
  const numRuns = Math.max(fewestRandom, options.cases - fixed.length)
  // Another seed an operation: two that take the same body would else collide on every name.
  const seed = [...operation.name].reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0,
    options.seed,
  )
  const random = await tryAtRandom(randomCases(operation, judge), attempt, numRuns, seed)
  if (random) outcome.failures.push(random)
  return outcome
}

/** The smallest failure that fast-check finds. */
async function tryAtRandom(
  cases: fc.Arbitrary<Case>,
  attempt: (one: Case) => Promise<Failure | undefined>,
  numRuns: number,
  seed: number,
): Promise<Failure | undefined> {
  let last: Failure | undefined
  const property = fc.asyncProperty(cases, async (one) => {
    const failure = await attempt(one)
    if (failure) last = failure
    return failure === undefined
  })
  const result = await fc.check(property, { numRuns, seed })
  return result.failed ? last : undefined
}

export const tellFailure = (failure: Failure) =>
  [
    `${failure.operation} (${failure.why})`,
    ...failure.complaints.map((complaint) => `  ${complaint}`),
    `  ${failure.curl}`,
    `  ${failure.replay}`,
  ].join('\n')
