import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids/ids.ts'
import {
  countAnswer,
  deleteContradicted,
  deleteMatching,
  findActive,
  type PatternContext,
} from './patterns.store.ts'
import { shapeOf } from './subject-shape.ts'

// A model that is less sure teaches nothing.
const minConfidence = 0.9

type Mail = { sender: string; subject: string }
type Place = { memberId: string; workflowId: string; nodeId: string }

/** What an answer depends on beside the mail: the question of the author. */
const hashOf = (question: unknown) => createHash('sha256').update(JSON.stringify(question)).digest()

export const patternContext = (place: Place, mail: Mail, question: unknown): PatternContext => ({
  ...place,
  sender: mail.sender.toLowerCase(),
  subjectShape: shapeOf(mail.subject),
  promptHash: hashOf(question),
})

export const matchPattern = findActive

export async function learnPattern(
  db: Db,
  context: PatternContext,
  answer: { labels: string[]; confidence: number },
  activeAfter: number,
): Promise<void> {
  if (answer.confidence < minConfidence || context.subjectShape === '') return
  await countAnswer(db, newId(), context, answer.labels, activeAfter)
}

/** Forgets what a workflow has learned from mails like a corrected one. */
export const forgetPatterns = (db: Db, memberId: string, { sender, subject }: Mail, workflowId: string) =>
  deleteMatching(db, memberId, { workflowId, sender: sender.toLowerCase(), subjectShape: shapeOf(subject) })

/** Forgets what a node has learned from mails like those that a person has sorted otherwise. */
export const forgetContradicted = (
  db: Db,
  place: Place,
  sorted: readonly (Mail & { labels: readonly string[] })[],
) =>
  deleteContradicted(
    db,
    place,
    sorted.map(({ sender, subject, labels }) => ({
      sender: sender.toLowerCase(),
      subjectShape: shapeOf(subject),
      labels,
    })),
  )
