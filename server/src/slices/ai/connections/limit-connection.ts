import type { ai } from '@mailwright/contract/ai'
import type { Call } from '../../../platform/http/call.ts'
import { actorOf, recordEntry } from '../../audit/index.ts'
import { getLocked, readBack } from './connection-deps.ts'
import { setLimits } from './connections.store.ts'
import { describeLimits } from './describe-connection.ts'

export async function limitConnection(call: Call<typeof ai.limit>) {
  const db = await call.transaction()
  const before = await getLocked(db, call.params.id)
  const { maxConcurrency = before.maxConcurrency, maxPerMinute = before.maxPerMinute } = call.body
  await setLimits(db, before.id, { maxConcurrency, maxPerMinute })
  await recordEntry(db, {
    ...actorOf(call),
    action: 'llm_connection.limited',
    targetKind: 'llm_connection',
    targetId: before.id,
    details: { label: before.label, maxConcurrency, maxPerMinute },
  })
  return describeLimits(await readBack(db, before.id))
}
