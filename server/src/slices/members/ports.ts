import type { Db } from '../../platform/db/database.ts'

/** What a member holds in other slices. The composition root supplies it, so that members imports none of them. */
export type MemberPorts = {
  /** Each ends or pauses what the member has running, and tells how many that were. */
  endSessions(db: Db, memberId: string): Promise<number>
  pauseMailboxes(db: Db, memberId: string): Promise<number>
  unpublishWorkflows(db: Db, memberId: string): Promise<number>
  /** What they may hear has changed: their channels open anew, or not at all. */
  closeChannels(db: Db, memberId: string): void
  /** By member; a member without any may be left out. */
  countMailboxes(db: Db, memberIds: string[]): Promise<Map<string, number>>
  countPublishedWorkflows(db: Db, memberIds: string[]): Promise<Map<string, number>>
}
