import type { Db } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ScopeRow } from './preferences.store.ts'

/** Excludes nobody until an administrator changes it. */
const everyone: ScopeRow = { mode: 'exclude', domains: [], emails: [] }

export const findOrganisationScope = async (db: Db): Promise<ScopeRow> =>
  (await db.row<ScopeRow>(sql`select mode, domains, emails from organisation_scope`)) ?? everyone

export const setOrganisationScope = (db: Db, scope: ScopeRow, memberId: string) =>
  db.run(sql`
    insert into organisation_scope (mode, domains, emails, changed_by)
    values (${scope.mode}, ${JSON.stringify(scope.domains)}, ${JSON.stringify(scope.emails)}, ${memberId})
    on conflict (singleton) do update
    set mode = excluded.mode, domains = excluded.domains, emails = excluded.emails,
        changed_by = excluded.changed_by, changed_at = now()`)
