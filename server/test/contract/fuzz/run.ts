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
  /** The maximum number of valid requests where each costs a password hash. */
  maxPasswords?: number
  /** About how many of the fixed cases that must be refused are sent, at even distances; by default all. */
  maxFixed?: number
}

/** The minimum number of random cases, besides the fixed ones. */
const fewestRandom = 30
const maxFailures = 10

export type Harness = { world: World; judge: Judge; operations: Operation[] }

/** Reads the description from the running server, which replies are checked against. */
export async function harnessOf(world: World): Promise<Harness> {
  const answer = await fetch(`${world.url}/api/v1/openapi.json?lang=en`)
  const description = (await answer.json()) as Description
  return { world, judge: judgeOf(description), operations: operationsOf(description) }
}

// Hashing a password takes 47 MB and a good part of a second.
const hashesPasswords = (operation: Operation, judge: Judge) =>
  Object.keys(operation.body ? (judge.resolve(operation.body).properties ?? {}) : {}).some((name) =>
    /password/i.test(name),
  )

/** Sends every fixed case of an operation, then random ones, and collects the failures. */
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

  const all = fixedCases(operation, judge)
  const distance = Math.max(1, all.length / (options.maxFixed ?? Infinity))
  const isChosen = (at: number) => Math.floor(at / distance) !== Math.floor((at - 1) / distance)
  const fixed = all.filter((one, at) => one.expect !== 'refused' || isChosen(at))
  for (const one of fixed) {
    const failure = await attempt(one)
    if (failure && outcome.failures.length < maxFailures) outcome.failures.push(failure)
  }
  const numRuns = Math.max(fewestRandom, options.cases - fixed.length)
  // A separate seed for each operation: otherwise two with the same body would collide on every name.
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
