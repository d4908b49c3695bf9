import type { DeskItem } from '@mailwright/contract/desk'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import type { Locale } from '../../platform/http/call.ts'
import type { WaitingApproval } from '../approvals/index.ts'
import { findHeadlines, type Headline } from '../messages/index.ts'
import type { ReviewReasons, WaitingDraft } from '../sending/index.ts'

export type DeskEntry = (WaitingDraft & { kind: 'draft' }) | (WaitingApproval & { kind: 'approval' })
type Item = Static<typeof DeskItem>
type Headlines = ReadonlyMap<string, Headline>

const messageOf = (entry: DeskEntry) =>
  entry.kind === 'draft' ? entry.messageId : (entry.trigger?.messageId ?? null)

function aboutDraft({ messageId }: WaitingDraft, headlines: Headlines): Item['about'] {
  const found = messageId === null ? undefined : headlines.get(messageId)
  if (!found) return null
  const { id, fromEmail, subject, ...more } = found
  return { messageId: id, ...more, fromEmail: fromEmail ?? '', subject: subject ?? '' }
}

/** The message is the owner's: to other approvers it is known by what the question says about it. */
function aboutApproval({ trigger }: WaitingApproval, headlines: Headlines): Item['about'] {
  if (!trigger) return null
  const { messageId, fromName, fromEmail, subject, receivedAt } = trigger
  const threadId = headlines.get(messageId)?.threadId ?? null
  return { messageId, threadId, fromName, fromEmail, subject, receivedAt }
}

/** In what words the reasons for a review are told. */
export type Wording = { reasons: ReviewReasons; locale: Locale }

const reasonOf = ({ reason }: WaitingDraft, { reasons, locale }: Wording) =>
  reasons.explain({ reviewStatus: 'pending', reviewReason: reason }, locale)

function describe(entry: DeskEntry, headlines: Headlines, wording: Wording): Item {
  const { kind, id, text, workflowId, workflowName, executionId, waitingSince, deadline } = entry
  const isDraft = entry.kind === 'draft'
  return {
    kind,
    id,
    title: isDraft ? entry.subject : entry.title,
    text,
    workflowId,
    workflowName,
    executionId,
    owner: { id: entry.ownerId, name: entry.ownerName },
    about: isDraft ? aboutDraft(entry, headlines) : aboutApproval(entry, headlines),
    reason: isDraft ? reasonOf(entry, wording) : null,
    waitingSince,
    deadline,
  }
}

export async function describeEntries(db: Db, memberId: string, entries: DeskEntry[], wording: Wording) {
  const ids = entries.flatMap((entry) => messageOf(entry) ?? [])
  const found = ids.length === 0 ? [] : await findHeadlines(db, memberId, [...new Set(ids)])
  const headlines = new Map(found.map((one) => [one.id, one]))
  return entries.map((entry) => describe(entry, headlines, wording))
}
