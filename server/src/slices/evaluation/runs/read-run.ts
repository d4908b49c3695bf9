import type { evaluation } from '@mailwright/contract/evaluation'
import type { Reply } from '@mailwright/contract/route'
import type { Db } from '../../../platform/db/database.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Call } from '../../../platform/http/call.ts'
import { cursorOf } from '../../../platform/page/cursor.ts'
import { describeMessages } from '../describe-messages.ts'
import { scoreCases } from '../scoring/score-cases.ts'
import { findCases, findDecided } from './cases.store.ts'
import { describeCase } from './describe-case.ts'
import { findRun, findThreshold, type RunView } from './runs.store.ts'

const cursors = cursorOf(['number'])

function readCursor(cursor: string | undefined, runId: string): number {
  if (cursor === undefined) return -1
  const position = cursors.read(cursor, { list: 'eval-cases', runId })
  if (position) return position[0]
  const message = 'is not a cursor of this evaluation'
  throw fault('request.bad_request', { details: { issues: [{ path: '/cursor', message }] } })
}

/** Over all cases that are decided and in the reference set. */
export async function scoreRun(db: Db, { id, categories, multiLabel }: RunView) {
  const decided = await findDecided(db, id)
  const scored = decided.flatMap(({ expected, predicted }) => (expected ? [{ expected, predicted }] : []))
  return { decided, score: scoreCases(scored, categories, multiLabel) }
}

export async function getRun({
  db,
  caller,
  params,
  query,
}: Call<typeof evaluation.get>): Promise<Reply<typeof evaluation.get>> {
  const run = await findRun(db, caller.memberId, params.id)
  if (!run) throw fault('eval.not_found')
  const rows = await findCases(db, run.id, readCursor(query.cursor, run.id), query.limit + 1)
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  const describe = await describeMessages(
    db,
    caller.memberId,
    shown.map(({ messageId }) => messageId),
  )
  const threshold = await findThreshold(db, run.id)
  return {
    run,
    score: (await scoreRun(db, run)).score,
    cases: shown.map((row) => ({
      id: row.id,
      ...describe(row.messageId),
      ...describeCase(row, { threshold }),
    })),
    nextCursor:
      rows.length > query.limit && last
        ? cursors.write([last.position], { list: 'eval-cases', runId: run.id })
        : null,
  }
}
