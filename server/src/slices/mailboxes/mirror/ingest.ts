import type { Db } from '../../../platform/db/database.ts'
import type { ParsedMessage } from '../../../protocols/mime/parsed-message.ts'
import { type MirroredFolder, type NewMessage, recordOutcomes } from '../../messages/index.ts'
import { decideOutcome, type Rules } from '../ingestion/decide-outcome.ts'

/** A message that has just been stored and is new mail. */
export type ArrivedMessage = { id: string; parsed: ParsedMessage }

/** The hand-over to the workflows, in the transaction that stores the message; gives those that some workflow took. */
export type Dispatch = (
  db: Db,
  mailbox: { id: string; memberId: string },
  messages: ArrivedMessage[],
) => Promise<ReadonlySet<string>>

// What lies in these was not sent to the member.
const notIncoming = new Set(['sent', 'drafts', 'spam', 'trash'])
export const receivesMail = (folder: MirroredFolder) => folder.role === null || !notIncoming.has(folder.role)

/** Where folders are labels (Gmail) all mail holds what was sent and written too: the inbox is a label there. */
export const isIncoming = (folder: MirroredFolder, { labels, serverThread }: NewMessage) =>
  folder.role !== 'all' || serverThread === undefined || labels.includes('inbox')

/** Whether a mark is one of ours: anybody can write the header, and must not keep his mail from the workflows by it. */
export type IsOwnLoop = (db: Db, mark: string) => Promise<boolean>

/** One journal entry a message, ever, and each workflow at most once a message: both commit with the message. */
export async function ingest(
  db: Db,
  mailbox: { id: string; memberId: string },
  arrived: ArrivedMessage[],
  rules: Rules,
  { dispatch, isOwnLoop }: { dispatch: Dispatch; isOwnLoop: IsOwnLoop },
) {
  const judge = async (one: ArrivedMessage) => {
    const { from, signals, loopMark } = one.parsed
    const isOurs = loopMark !== null && (await isOwnLoop(db, loopMark))
    return {
      one,
      decision: decideOutcome({ ...signals, fromEmail: from?.email ?? null, isOwnLoop: isOurs }, rules),
    }
  }
  const judged: Awaited<ReturnType<typeof judge>>[] = []
  for (const one of arrived) judged.push(await judge(one))
  const open = judged.filter(({ decision }) => decision === undefined).map(({ one }) => one)
  const taken = open.length > 0 ? await dispatch(db, mailbox, open) : new Set<string>()
  await recordOutcomes(
    db,
    judged.map(({ one, decision }) => ({
      mailboxId: mailbox.id,
      messageId: one.id,
      outcome: decision?.outcome ?? (taken.has(one.id) ? 'dispatched' : 'unmatched'),
      ruleRef: decision?.ruleRef ?? null,
    })),
  )
}
