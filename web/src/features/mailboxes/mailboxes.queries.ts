import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'

export const mailboxesQuery = read(client.mailboxes.list, {})

export type Mailbox = Awaited<ReturnType<typeof client.mailboxes.list>>['mailboxes'][number]

export const useMailboxes = (): readonly Mailbox[] | undefined => useQuery(mailboxesQuery).data?.mailboxes

/** The part of the address before the @, or all of it if another mailbox has the same. */
export function mailboxName(mailbox: Pick<Mailbox, 'address'>, all: readonly Pick<Mailbox, 'address'>[]) {
  const name = mailbox.address.split('@')[0] ?? mailbox.address
  const isAmbiguous = all.filter(({ address }) => address.split('@')[0] === name).length > 1
  return isAmbiguous ? mailbox.address : name
}
