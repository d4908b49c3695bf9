import type { Db } from '../../platform/db/database.ts'
import type { ExecutionDeps } from './ports.ts'
import { findChosen } from './run-workflow.ts'

const roots: ReadonlySet<string> = new Set(['message', 'sender', 'thread', 'mailbox', 'member'])

/** What expressions would see in a run on one of the member's messages. */
export async function readScope(db: Db, deps: ExecutionDeps, memberId: string, messageId: string) {
  const [message] = await findChosen(db, deps, memberId, [messageId])
  const about = { memberId, mailboxId: message?.mailboxId ?? null, messageId }
  return { scope: await deps.ports.loadRoots(db, about, roots) }
}
