import type { Db } from '../../../platform/db/database.ts'
import { bulk } from './bulk.store.ts'
import { toJson } from './to-json.ts'

export type KnownKeywords = {
  id: string
  uid: number
  /** What the server reported before. */
  before: string[]
  /** What is shown with the message; not all of it is necessarily on the server. */
  shown: string[]
}

/** Of these messages, those that had keywords on the server and those that have some now. */
export const findKeywords = (db: Db, folderId: string, uids: number[], uidsWithKeywords: number[]) =>
  db.rows<KnownKeywords>(bulk`
    select m.id, m.uid, coalesce(m.keywords, '{}') as before, coalesce(m.classification -> 'labels', '[]') as shown
    from messages m
    where m.folder_id = ${folderId} and m.uid = any (${uids}::bigint[])
      and (m.keywords is not null or m.uid = any (${uidsWithKeywords}::bigint[]))
    for no key update of m`)

export type KeywordUpdate = { id: string; now: string[]; shown: string[] | null }

/** Stores keywords in the same order as those of workflows. `shown: null` leaves the shown ones unchanged. */
export const saveKeywords = (db: Db, updates: KeywordUpdate[]) =>
  db.run(bulk`
    update messages m set keywords = nullif(i.now, '{}'), classification = case when i.shown is null
      then m.classification
      else jsonb_set(m.classification, '{labels}', (
        select coalesce(jsonb_agg(distinct keyword), '[]') from unnest(i.shown) keyword)) end
    from json_to_recordset(${toJson(updates)}::json) as i (id uuid, now text[], shown text[])
    where i.id = m.id`)
