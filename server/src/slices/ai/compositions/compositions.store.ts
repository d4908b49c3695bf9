import type { Db } from '../../../platform/db/database.ts'
import { merge } from '../../../platform/db/shared-transaction.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { CheckedMail, Composition } from './check-mail.ts'

/** Once per step: a step that is repeated after a crash has the same text. */
export const insertComposition = (
  db: Db,
  step: { key: string; memberId: string; rootId: string },
  { subject, text, sources, cited, today }: Composition,
) =>
  db.run(sql`
    insert into ai_compositions (key, member_id, root_id, subject, text, sources, cited, today)
    values (${step.key}, ${step.memberId}, ${step.rootId}, ${subject}, ${text}, ${JSON.stringify(sources)}::jsonb,
      ${cited}, ${today})
    on conflict (key) do nothing`)

// One by one: a plan that was made for an empty table would read all of it.
const findOfRuns = (db: Db, rootIds: string[]) =>
  db.rows<Composition & { rootId: string }>(sql`
    select run.id as "rootId", c.* from unnest(${rootIds}::uuid[]) as run (id) cross join lateral (
      select subject, text, sources, cited, today::text from ai_compositions where root_id = run.id
      order by created_at, key) c`)

/** What models have written in a run and in those that it called. */
export const findCompositions = (db: Db, rootId: string): Promise<Composition[]> =>
  merge(db, 'compositions', rootId, async (ids) => {
    const found = Map.groupBy(await findOfRuns(db, ids), (one) => one.rootId)
    return ids.map((id) => found.get(id) ?? [])
  })

export type DraftSources = Pick<CheckedMail, 'composed' | 'sources' | 'cited' | 'today'>

export const insertDraftSources = (db: Db, draftId: string, memberId: string, checked: CheckedMail) =>
  db.run(sql`
    insert into ai_draft_sources (draft_id, member_id, composed, sources, cited, today, to_check)
    values (${draftId}, ${memberId}, ${checked.composed}, ${JSON.stringify(checked.sources)}::jsonb, ${checked.cited},
      ${checked.today}, ${checked.toCheck})
    on conflict (draft_id) do nothing`)

export const findDraftSources = (db: Db, draftId: string) =>
  db.row<DraftSources>(sql`
    select composed, sources, cited, today::text from ai_draft_sources where draft_id = ${draftId}`)

type WrittenMail = {
  id: string
  memberId: string
  workflowId: string
  nodeId: string
  mailboxId: string
  toCheck: number
}
/** Counts a mail that carries text of a model; once, whatever happens to it later. */
export const insertCheckedMail = (db: Db, mail: WrittenMail) =>
  db.run(sql`
    insert into ai_checked_mails (mail_id, member_id, workflow_id, node_id, mailbox_id, to_check)
    values (${mail.id}, ${mail.memberId}, ${mail.workflowId}, ${mail.nodeId}, ${mail.mailboxId}, ${mail.toCheck})
    on conflict (mail_id) do nothing`)
