import type { evaluation } from '@mailwright/contract/evaluation'
import type { Reply } from '@mailwright/contract/route'
import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Call } from '../../../platform/http/call.ts'
import { isUuid } from '../../../platform/ids/ids.ts'
import { describeMessages } from '../describe-messages.ts'
import { compareRuns } from '../scoring/compare-runs.ts'
import { describeComparison } from '../scoring/describe-comparison.ts'
import { isSameSet } from '../scoring/score-cases.ts'
import { sumCosts } from './cases.store.ts'
import { scoreRun } from './read-run.ts'
import { findRun } from './runs.store.ts'

const maxChanged = 200
const order = { worse: 0, better: 1, other: 2 }

async function measure(db: Db, memberId: string, id: string) {
  const run = isUuid(id) ? await findRun(db, memberId, id) : undefined
  if (!run) throw fault('eval.not_found')
  return { run, ...(await scoreRun(db, run)), costUsd: await sumCosts(db, run.id) }
}

type Measured = Awaited<ReturnType<typeof measure>>
type Change = keyof typeof order

/** The messages that both runs have decided. Both are held against what the reference set says now. */
function pairUp(before: Measured, after: Measured) {
  const earlier = new Map(before.decided.map((one) => [one.messageId, one]))
  return after.decided.flatMap(({ messageId, expected, predicted }) => {
    const other = earlier.get(messageId)
    if (!other) return []
    const wanted = expected ?? other.expected
    const isRight = (labels: readonly string[]) => wanted !== null && isSameSet(wanted, labels)
    return [
      {
        messageId,
        expected: wanted,
        before: other.predicted,
        after: predicted,
        rightBefore: isRight(other.predicted),
        rightAfter: isRight(predicted),
      },
    ]
  })
}
type Paired = ReturnType<typeof pairUp>[number]

const changeOf = ({ rightBefore, rightAfter }: Paired): Change =>
  rightBefore === rightAfter ? 'other' : rightAfter ? 'better' : 'worse'

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)

export async function compare({
  db,
  caller,
  params,
  locale,
}: Call<typeof evaluation.compare>): Promise<Reply<typeof evaluation.compare>> {
  const after = await measure(db, caller.memberId, params.id)
  const before = await measure(db, caller.memberId, params.otherId)
  if (before.run.workflowId !== after.run.workflowId || before.run.nodeId !== after.run.nodeId)
    throw fault('request.bad_request', {
      details: { issues: [{ path: '/otherId', message: 'must be an evaluation of the same node' }] },
    })
  const pairs = pairUp(before, after)
  const scored = pairs.filter(({ expected }) => expected !== null)
  const comparison = compareRuns(
    scored.map(({ rightBefore, rightAfter }) => ({ before: rightBefore, after: rightAfter })),
  )
  const changed = pairs
    .filter((pair) => !isSameSet(pair.before, pair.after))
    .map((pair) => ({ ...pair, change: changeOf(pair) }))
    .sort((a, b) => order[a.change] - order[b.change])
    .slice(0, maxChanged)
  const describe = await describeMessages(
    db,
    caller.memberId,
    changed.map(({ messageId }) => messageId),
  )
  const described = ({ run, score, costUsd }: Measured) => ({ run, score, costUsd })
  return {
    before: described(before),
    after: described(after),
    comparison: {
      ...comparison,
      accuracyBefore: share(scored.filter(({ rightBefore }) => rightBefore).length, scored.length),
      accuracyAfter: share(scored.filter(({ rightAfter }) => rightAfter).length, scored.length),
      statement: describeComparison(comparison, locale),
    },
    changed: changed.map(({ messageId, expected, before: was, after: is, change }) => ({
      messageId,
      ...describe(messageId),
      expected,
      before: was,
      after: is,
      change,
    })),
  }
}
