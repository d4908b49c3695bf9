import type { LlmPurpose } from '@mailwright/contract/ai'
import type { Db } from '../../../platform/db/database.ts'
import { findConnections } from '../connections/connections.store.ts'
import { findBudgetSubjects } from '../costs/budgets.store.ts'
import { findPrices } from '../costs/prices.store.ts'
import { type Choice, chooseModel, type Wanted } from './choose-model.ts'
import { findDefaults } from './defaults.store.ts'

export const readConfiguration = async (db: Db) => ({
  connections: await findConnections(db),
  defaults: await findDefaults(db),
  prices: await findPrices(db),
  budgets: await findBudgetSubjects(db),
})

/** The connection and model for a call; undefined when nothing may serve what is wanted. */
export const resolveModel = async (
  db: Db,
  purpose: LlmPurpose,
  wanted: Wanted = {},
): Promise<Choice | undefined> => chooseModel(await readConfiguration(db), purpose, wanted)
