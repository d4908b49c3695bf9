import type { Db } from '../../platform/db/database.ts'
import { findDraftSources, groundComposed, isUnsupported } from '../ai/index.ts'
import { findDraft } from '../sending/index.ts'
import { assertReadable } from './draft-faults.ts'
import type { Reader, ReviewDeps } from './reply.ts'

/** The checkable statements of what a model wrote in a draft, as the draft reads now, and where each stands. */
export async function listStatements(db: Db, { reasons }: ReviewDeps, { memberId }: Reader, id: string) {
  const draft = await findDraft(db, memberId, id)
  assertReadable(reasons, draft)
  const stored = await findDraftSources(db, id)
  if (!stored) return { isComposed: false, statements: [], sources: [], toCheck: 0 }
  const statements = groundComposed(draft.bodyText, stored)
  return {
    isComposed: true,
    statements: statements.map(({ kind, start, end, text, findings }) => ({
      kind,
      start,
      end,
      text,
      toCheck: findings.length === 0,
      sources: findings,
    })),
    sources: stored.sources.map(({ id: sourceId, kind, title, date }) => ({
      id: sourceId,
      kind,
      title,
      date: date ?? null,
    })),
    toCheck: statements.filter(isUnsupported).length,
  }
}
