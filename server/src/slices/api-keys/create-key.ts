import type { apiKeys } from '@mailwright/contract/api-keys'
import type { Body } from '@mailwright/contract/route'
import { reservedToAdministrators } from '@mailwright/contract/scopes'
import { newApiKey } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/db/database.ts'
import { fault } from '../../platform/errors/app-error.ts'
import type { Caller } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids/ids.ts'
import type { Live } from '../../platform/live/live.ts'
import { actorOf, recordEntry } from '../audit/index.ts'
import { notify } from '../notifications/index.ts'
import { insertKey } from './api-keys.store.ts'

type Input = Body<typeof apiKeys.create>

/** The token is returned once; only its hash is stored. */
export async function createKey(db: Db, live: Live, call: { caller: Caller; ip: string }, input: Input) {
  const { caller } = call
  if (caller.role !== 'admin' && input.scopes.some(reservedToAdministrators))
    throw fault('api_key.scope_forbidden')
  const { prefix, token, hash } = newApiKey()
  const scopes = [...new Set(input.scopes)]
  const expiresInDays = input.expiresInDays ?? null
  const id = newId()
  const { memberId } = caller
  const key = await insertKey(db, {
    id,
    memberId,
    name: input.name,
    prefix,
    tokenHash: hash,
    scopes,
    expiresInDays,
  })
  if (!key) throw new Error('the insert returned no row')
  await recordEntry(db, {
    ...actorOf(call),
    action: 'api_key.created',
    targetKind: 'api_key',
    targetId: id,
    details: { name: input.name, prefix, scopes, expiresAt: key.expiresAt },
  })
  await notify(db, live, {
    memberId,
    kind: 'api_key.created',
    severity: 'info',
    params: { keyId: id, name: input.name, prefix },
    link: '/account/api-keys',
    dedupeKey: `api-key ${id}`,
  })
  return { key, token }
}
