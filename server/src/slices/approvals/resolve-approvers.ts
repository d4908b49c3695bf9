import type { Db } from '../../platform/db/database.ts'
import { findMembersByAddress, findSubstitute } from './approval-links.store.ts'

export type Approver = { address: string; memberId: string | null; substitute: boolean }

/** Who is asked. An administrator stands in for a suspended member. */
export async function resolveApprovers(db: Db, addresses: string[]): Promise<Approver[]> {
  const asked = [...new Set(addresses.map((address) => address.toLowerCase()))]
  const members = new Map((await findMembersByAddress(db, asked)).map((one) => [one.email, one]))
  const isSuspended = (address: string) => members.get(address)?.status === 'suspended'
  const administrator = asked.some(isSuspended) ? await findSubstitute(db) : undefined
  const approvers = new Map<string, Approver>()
  for (const address of asked.filter((one) => !isSuspended(one)))
    approvers.set(address, { address, memberId: members.get(address)?.id ?? null, substitute: false })
  if (administrator && !approvers.has(administrator.email))
    approvers.set(administrator.email, {
      address: administrator.email,
      memberId: administrator.id,
      substitute: true,
    })
  return [...approvers.values()]
}
