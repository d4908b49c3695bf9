import type { Db } from '../../platform/db/database.ts'

/** What members needs of other slices, bound in composition. */
export type MemberPorts = {
  /** These end or pause what belongs to the member, and return how many there were. */
  endSessions(db: Db, memberId: string): Promise<number>
  pauseMailboxes(db: Db, memberId: string): Promise<number>
  unpublishWorkflows(db: Db, memberId: string): Promise<number>
  cancelExecutions(db: Db, memberId: string): Promise<number>
  holdMail(db: Db, memberId: string): Promise<number>
  /** Takes the administrators' scopes off the member's keys. */
  dropAdminScopes(db: Db, memberId: string): Promise<number>
  /** Passes approvals that wait for members who may no longer decide them on to an administrator. */
  reassignApprovals(db: Db): Promise<number>
  /** Closes live channels, since the member's permissions changed; clients reconnect if still allowed. */
  closeChannels(db: Db, memberId: string): void
  /** Counts by member id; zero counts may be omitted. */
  countMailboxes(db: Db, memberIds: string[]): Promise<Map<string, number>>
  countPublishedWorkflows(db: Db, memberIds: string[]): Promise<Map<string, number>>
}
