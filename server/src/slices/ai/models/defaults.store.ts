import type { LlmPurpose, ModelRef } from '@mailwright/contract/ai'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'

export type Model = Static<typeof ModelRef>
type DefaultRow = Model & { purpose: LlmPurpose }

export const findDefaults = (db: Db) =>
  db.rows<DefaultRow>(sql`select purpose, provider, model from llm_defaults`)

export const setDefault = (db: Db, purpose: LlmPurpose, { provider, model }: Model) =>
  db.run(sql`
    insert into llm_defaults (purpose, provider, model) values (${purpose}, ${provider}, ${model})
    on conflict (purpose) do update set provider = excluded.provider, model = excluded.model`)

export const deleteDefault = (db: Db, purpose: LlmPurpose) =>
  db.run(sql`delete from llm_defaults where purpose = ${purpose}`)
