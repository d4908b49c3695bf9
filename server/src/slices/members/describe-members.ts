import type { Member } from '@mailwright/contract/members'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import type { MemberRow } from './members.store.ts'
import type { MemberPorts } from './ports.ts'

type AdminView = Static<typeof Member>

/** Members as administrators see them, with counts from other slices. */
export async function describeMembers(db: Db, ports: MemberPorts, rows: MemberRow[]): Promise<AdminView[]> {
  const memberIds = rows.map((row) => row.id)
  const mailboxes = await ports.countMailboxes(db, memberIds)
  const workflows = await ports.countPublishedWorkflows(db, memberIds)
  return rows.map((row) => ({
    ...row,
    mailboxCount: mailboxes.get(row.id) ?? 0,
    publishedWorkflowCount: workflows.get(row.id) ?? 0,
  }))
}

export async function describeMember(db: Db, ports: MemberPorts, row: MemberRow): Promise<AdminView> {
  const [member] = await describeMembers(db, ports, [row])
  if (!member) throw new Error('no member for the row')
  return member
}
