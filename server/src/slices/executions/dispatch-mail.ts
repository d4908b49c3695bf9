import type { Db } from '../../platform/db/database.ts'
import { findTriggers, type Trigger } from '../workflows/index.ts'
import type { Data, MessageHead } from './ports.ts'
import { dispatchMessages, type StartRequest } from './start-executions.ts'

/** What dispatching needs from other slices. `Facts` are the properties of a message that triggers can test. */
export type DispatchPorts<Facts> = {
  /** The type of the triggers that are started. */
  type: string
  /** Finds the messages that belong to the member; `data` is for the run, beside the id of the message. */
  findMessages(
    db: Db,
    memberId: string,
    ids: string[],
  ): Promise<{ head: MessageHead; facts: Facts; data?: Data }[]>
  /** The condition that a trigger's parameters describe; undefined when they cannot be read. */
  readCondition(params: Data): ((facts: Facts) => boolean) | undefined
  findDispatchMode(db: Db, memberId: string): Promise<'all' | 'priority'>
}

type Candidate<Facts> = { trigger: Trigger; matches(facts: Facts): boolean }

const coversMailbox = ({ mailboxIds }: Trigger, mailboxId: string) =>
  mailboxIds === null || mailboxIds.includes(mailboxId)

/** The matching triggers: one per workflow and, by priority, only that of the first workflow. */
function selectTriggers<Facts>(candidates: Candidate<Facts>[], facts: Facts, mode: 'all' | 'priority') {
  const selected = new Map<string, Trigger>()
  for (const { trigger, matches } of candidates) {
    if (selected.has(trigger.workflowId) || !matches(facts)) continue
    selected.set(trigger.workflowId, trigger)
    if (mode === 'priority') break
  }
  return [...selected.values()]
}

const newRun = (
  trigger: Trigger,
  message: MessageHead,
  data: Data | undefined,
): StartRequest & { message: MessageHead } => ({
  memberId: trigger.memberId,
  workflowId: trigger.workflowId,
  versionId: trigger.versionId,
  triggerNodeId: trigger.nodeId,
  triggerType: trigger.type,
  data: { messageId: message.id, ...data },
  message,
})

/** Dispatches new mail to the matching workflows, in the transaction that stores it. */
export function createMailDispatch<Facts>(ports: DispatchPorts<Facts>) {
  /** The member's triggers for this mailbox. An unreadable one must not prevent mail from being stored. */
  async function findCandidates(db: Db, memberId: string, mailboxId: string): Promise<Candidate<Facts>[]> {
    const triggers = await findTriggers(db, memberId, ports.type)
    return triggers.flatMap((trigger) => {
      const matches = coversMailbox(trigger, mailboxId) ? ports.readCondition(trigger.params) : undefined
      return matches ? [{ trigger, matches }] : []
    })
  }

  return async (
    db: Db,
    mailbox: { id: string; memberId: string },
    arrived: { id: string }[],
  ): Promise<ReadonlySet<string>> => {
    const { id, memberId } = mailbox
    const candidates = await findCandidates(db, memberId, id)
    if (candidates.length === 0) return new Set()
    const mode = await ports.findDispatchMode(db, memberId)
    const messages = await ports.findMessages(
      db,
      memberId,
      arrived.map((message) => message.id),
    )
    return dispatchMessages(
      db,
      messages.flatMap(({ head, facts, data }) =>
        selectTriggers(candidates, facts, mode).map((trigger) => newRun(trigger, head, data)),
      ),
    )
  }
}
