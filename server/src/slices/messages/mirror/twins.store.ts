import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

export type Identity = { messageIdHeader: string | null; bodyHash: string | null }
export type Twin = {
  id: string
  folderId: string
  uid: number
  messageIdHeader: string | null
  bodyHash: string
}

/** Messages of the mailbox with these Message-IDs or body hashes, in any folder: copies, or messages being moved. */
export const findTwins = (db: Db, mailboxId: string, identities: Identity[]) =>
  db.rows<Twin>(sql`
    select id, folder_id as "folderId", uid, message_id_header as "messageIdHeader",
           encode(body_hash, 'hex') as "bodyHash"
    from messages where mailbox_id = ${mailboxId} and body_hash is not null
      and (message_id_header = any (${identities.flatMap((one) => one.messageIdHeader ?? [])}::text[])
        or message_id_header is null and body_hash = any (${identities.flatMap(anonymous)}::bytea[]))`)

/** Without a Message-ID only the hash identifies a message. */
const anonymous = ({ messageIdHeader, bodyHash }: Identity) =>
  messageIdHeader === null && bodyHash !== null ? [Buffer.from(bodyHash, 'hex')] : []

export type MoveCandidate = {
  id: string
  twinId: string
  twinFolderId: string
  twinUid: number
  twinModseq: string | null
  seen: boolean
  flagged: boolean
  draft: boolean
  answered: boolean
  labels: string[]
  keywords: string[] | null
}

/** For messages that have left a folder: the rows that each may have been moved to, the most likely first. */
export const findMoveCandidates = (db: Db, folderId: string, uids: number[]) =>
  db.rows<MoveCandidate>(sql`
    select gone.id, twin.id as "twinId", twin.folder_id as "twinFolderId", twin.uid as "twinUid",
           twin.modseq::text as "twinModseq", twin.seen, twin.flagged, twin.draft, twin.answered, twin.labels,
           twin.keywords
    from messages gone join messages twin
      on twin.mailbox_id = gone.mailbox_id
     and (twin.message_id_header = gone.message_id_header
       or twin.message_id_header is null and gone.message_id_header is null)
     and twin.body_hash = gone.body_hash and twin.id <> gone.id and twin.uid > 0
     -- Moved away and back, a message is in its folder again under another UID.
     and (twin.folder_id <> gone.folder_id or twin.uid <> all (${uids}::bigint[]))
    where gone.folder_id = ${folderId} and gone.uid = any (${uids}::bigint[])
      -- An older row, or one with a journal entry, is a copy and not the result of a move.
      and twin.id > gone.id and not exists (select from journal_entries j where j.message_id = twin.id)
    order by gone.id, twin.id desc`)
