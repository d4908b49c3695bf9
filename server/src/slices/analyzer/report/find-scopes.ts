import type { Db } from '../../../platform/db/database.ts'
import { findOrganisationScope, findPreferences } from '../../members/index.ts'
import type { Scopes } from './choose-window.ts'

const everyone = { mode: 'exclude' as const, domains: [], emails: [] }

/** Whose mail is taken in: the choices of the organisation and of the member. */
export const findScopes = async (db: Db, memberId: string): Promise<Scopes> => ({
  organisation: await findOrganisationScope(db),
  member: (await findPreferences(db, memberId))?.scope ?? everyone,
})
