import type { Session } from '@mailwright/contract/account'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../platform/db/database.ts'
import { quick, sql } from '../../platform/db/sql.ts'

export type SessionRow = Omit<Static<typeof Session>, 'current'>

/** A session ends after this idle time. */
const maxIdle = '12 hours'

export type AuthenticatedSession = {
  tokenHash: Buffer
  sessionId: string
  memberId: string
  email: string
  role: 'member' | 'admin'
  settings: { locale?: 'en' | 'fr' }
  isStale: boolean
}

/**
 * The members behind these sessions, without those that expired, were idle for too long or belong to a suspended
 * member. A session is stale if its last use was noted more than a minute ago.
 */
export const authenticateSessions = (db: Db, tokenHashes: Buffer[]) =>
  db.rows<AuthenticatedSession>(
    quick(sql`
    select s.token_hash as "tokenHash", s.id as "sessionId", m.id as "memberId", m.email, m.role, m.settings,
           s.last_seen_at < now() - interval '1 minute' as "isStale"
    from sessions s join member_identities m on m.id = s.member_id
    where s.token_hash = any (${tokenHashes}::bytea[]) and s.expires_at > now()
      and s.last_seen_at > now() - ${maxIdle}::interval and m.status = 'active'`),
  )

/** Notes the use of sessions. One that another process notes right now is left to it. */
export const touchSessions = (db: Db, ids: string[]) =>
  db.run(sql`
    update sessions set last_seen_at = now() where id in (
      select id from sessions where id = any (${ids}::uuid[]) for update skip locked)`)

type NewSession = {
  id: string
  memberId: string
  tokenHash: Buffer
  ip: string
  userAgent: string | null
  days: number
}
export const insertSession = (db: Db, s: NewSession) =>
  db.run(sql`
    insert into sessions (id, member_id, token_hash, ip, user_agent, expires_at)
    values (${s.id}, ${s.memberId}, ${s.tokenHash}, ${s.ip}, ${s.userAgent},
            now() + make_interval(days => ${s.days}::int))`)

const live = sql`expires_at > now() and last_seen_at > now() - ${maxIdle}::interval`

export const findSessions = (db: Db, memberId: string) =>
  db.rows<SessionRow>(sql`
    select id, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt", ip,
           user_agent as "userAgent"
    from sessions where member_id = ${memberId} and ${live} order by last_seen_at desc, id desc`)

/** Those of the sessions that are still valid, with the current role. Does not count as a use. */
export const findLiveSessions = (db: Db, ids: string[]) =>
  db.rows<{ id: string; role: 'member' | 'admin' }>(sql`
    select s.id, m.role from sessions s join member_identities m on m.id = s.member_id
    where s.id = any (${ids}::uuid[]) and m.status = 'active' and ${live}`)

export const deleteSession = (db: Db, memberId: string, id: string) =>
  db.run(sql`delete from sessions where id = ${id} and member_id = ${memberId}`)

/** Ends all sessions of a member, except possibly one, and returns how many of them were live. */
export const deleteSessions = async (db: Db, memberId: string, except: string | null) =>
  (
    await db.rows<{ live: boolean }>(sql`
      delete from sessions where member_id = ${memberId} and id is distinct from ${except}::uuid
      returning (${live}) as live`)
  ).filter((session) => session.live).length

export const purgeSessions = (db: Db, batch: number) =>
  db.run(sql`
    delete from sessions where id in (select id from sessions where not (${live}) limit ${batch})`)

export const insertSetupToken = (db: Db, tokenHash: Buffer) =>
  db.run(sql`insert into setup_tokens (token_hash) values (${tokenHash})`)

export const setupTokenExists = async (db: Db, tokenHash: Buffer) =>
  (await db.row(sql`select from setup_tokens where token_hash = ${tokenHash}`)) !== undefined

export const deleteSetupTokens = (db: Db) => db.run(sql`delete from setup_tokens`)

/** Locked until the transaction ends: only one request may create the first member. */
export const lockSetup = (db: Db) => db.run(sql`select pg_advisory_xact_lock(hashtext('mailwright.setup'))`)
