import type { Db } from '../../../platform/db/database.ts'
import type { ParsedMessage } from '../../../protocols/mime/parsed-message.ts'
import { type MirroredFolder, type NewMessage, recordOutcomes } from '../../messages/index.ts'
import { bounceGuardrail, decideOutcome, type Rules } from '../ingestion/decide-outcome.ts'

/** A message that has just been stored as new mail. */
export type ArrivedMessage = { id: string; parsed: ParsedMessage }

/** Starts the workflows in the transaction that stores the messages; returns the ids that matched at least one. */
export type Dispatch = (
  db: Db,
  mailbox: { id: string; memberId: string },
  messages: ArrivedMessage[],
) => Promise<ReadonlySet<string>>

/** Ends the drafts that the member's own mail answers, in the transaction that stores it. */
export type OnOwnMail = (db: Db, memberId: string, mail: { id: string; isNew: boolean }[]) => Promise<void>

// Mail in these folders does not count as received.
const notIncoming = new Set(['sent', 'drafts', 'spam', 'trash'])
export const receivesMail = (folder: MirroredFolder) => folder.role === null || !notIncoming.has(folder.role)

/** On Gmail, All Mail also contains sent mail and drafts: incoming mail has the inbox label. */
export const isIncoming = (folder: MirroredFolder, { labels, serverThread }: NewMessage) =>
  folder.role !== 'all' || serverThread === undefined || labels.includes('inbox')

/** Verifies a loop mark: anyone can forge the header, and a forged one must not exempt mail from the workflows. */
export type IsOwnLoop = (db: Db, mark: string) => Promise<boolean>

type IngestDeps = { dispatch: Dispatch; dispatchBounces: Dispatch; isOwnLoop: IsOwnLoop }

const none: ReadonlySet<string> = new Set()

/** Writes exactly one journal entry per message and starts each workflow at most once; both commit with the message. */
export async function ingest(
  db: Db,
  mailbox: { id: string; memberId: string },
  arrived: ArrivedMessage[],
  rules: Rules,
  { dispatch, dispatchBounces, isOwnLoop }: IngestDeps,
) {
  const decide = async (message: ArrivedMessage) => {
    const { from, signals, loopMark } = message.parsed
    const isOurs = loopMark !== null && (await isOwnLoop(db, loopMark))
    return {
      message,
      decision: decideOutcome({ ...signals, fromEmail: from?.email ?? null, isOwnLoop: isOurs }, rules),
    }
  }
  const decided: Awaited<ReturnType<typeof decide>>[] = []
  for (const message of arrived) decided.push(await decide(message))
  const eligible = decided.filter(({ decision }) => decision === undefined).map(({ message }) => message)
  const matched = eligible.length > 0 ? await dispatch(db, mailbox, eligible) : none
  const bounces = decided.filter(({ decision }) => decision?.ruleRef === bounceGuardrail)
  const matchedBounces =
    bounces.length > 0
      ? await dispatchBounces(
          db,
          mailbox,
          bounces.map(({ message }) => message),
        )
      : none
  await recordOutcomes(
    db,
    decided.map(({ message, decision }) => ({
      mailboxId: mailbox.id,
      messageId: message.id,
      ...(matchedBounces.has(message.id)
        ? { outcome: 'dispatched' as const, ruleRef: null }
        : {
            outcome: decision?.outcome ?? (matched.has(message.id) ? 'dispatched' : 'unmatched'),
            ruleRef: decision?.ruleRef ?? null,
          }),
    })),
  )
}
