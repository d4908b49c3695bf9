import type { Db } from '../../../platform/db/database.ts'
import { bulk } from './bulk.store.ts'
import { toJson } from './to-json.ts'

export type KnownWords = {
  id: string
  uid: number
  /** What the server has told before. */
  before: string[]
  /** What is shown with the message; not all of it need be on the server. */
  shown: string[]
}

/** Of these messages those that had words on the server, and those that are said to have some now. */
export const findWords = (db: Db, folderId: string, uids: number[], withWords: number[]) =>
  db.rows<KnownWords>(bulk`
    select m.id, m.uid, coalesce(m.keywords, '{}') as before, coalesce(m.classification -> 'labels', '[]') as shown
    from messages m
    where m.folder_id = ${folderId} and m.uid = any (${uids}::bigint[])
      and (m.keywords is not null or m.uid = any (${withWords}::bigint[]))
    for no key update of m`)

export type NewWords = { id: string; now: string[]; shown: string[] | null }

/** Words are kept in the order in which workflows keep theirs. Null: what is shown stays. */
export const saveWords = (db: Db, words: NewWords[]) =>
  db.run(bulk`
    update messages m set keywords = nullif(i.now, '{}'), classification = case when i.shown is null
      then m.classification
      else jsonb_set(m.classification, '{labels}', (
        select coalesce(jsonb_agg(distinct word), '[]') from unnest(i.shown) word)) end
    from json_to_recordset(${toJson(words)}::json) as i (id uuid, now text[], shown text[])
    where i.id = m.id`)
