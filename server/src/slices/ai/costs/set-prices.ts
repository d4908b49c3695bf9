import type { aiCosts } from '@mailwright/contract/ai-costs'
import { fault } from '../../../platform/errors/app-error.ts'
import type { Call } from '../../../platform/http/call.ts'
import { actorOf, recordEntry } from '../../audit/index.ts'
import { findPrices, replacePrices } from './prices.store.ts'

export async function setPrices(call: Call<typeof aiCosts.setPrices>) {
  const { prices } = call.body
  const names = prices.map(({ provider, model }) => `${provider} ${model}`)
  const twice = names.findIndex((name, i) => names.indexOf(name) !== i)
  if (twice !== -1)
    throw fault('request.bad_request', {
      details: { issues: [{ path: `/prices/${twice}`, message: 'names a model that was named before' }] },
    })
  const db = await call.transaction()
  await replacePrices(db, prices)
  await recordEntry(db, {
    ...actorOf(call),
    action: 'ai_prices.updated',
    targetKind: 'instance',
    targetId: null,
    details: { prices: prices.length },
  })
  return { prices: await findPrices(db) }
}
