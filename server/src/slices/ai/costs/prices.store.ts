import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Model } from '../models/defaults.store.ts'

/** Dollars per million tokens. */
export type Price = Model & { inputUsd: number; cachedInputUsd: number | null; outputUsd: number }

const columns = sql`
  provider, model, input_usd::float8 as "inputUsd", cached_input_usd::float8 as "cachedInputUsd",
  output_usd::float8 as "outputUsd"`

export const findPrices = (db: Db) =>
  db.rows<Price>(sql`select ${columns} from ai_prices order by provider, model`)

export async function replacePrices(db: Db, prices: readonly Price[]) {
  // Two replacements at once must not mix.
  await db.run(sql`lock table ai_prices in exclusive mode`)
  await db.run(sql`delete from ai_prices`)
  await db.run(sql`
    insert into ai_prices (provider, model, input_usd, cached_input_usd, output_usd)
    select * from unnest(
      ${prices.map((one) => one.provider)}::text[], ${prices.map((one) => one.model)}::text[],
      ${prices.map((one) => one.inputUsd)}::numeric[], ${prices.map((one) => one.cachedInputUsd)}::numeric[],
      ${prices.map((one) => one.outputUsd)}::numeric[])`)
}
