import { useNavigate } from '@tanstack/react-router'
import { attempt } from '../../api/attempt.ts'
import { client } from '../../api/client.ts'
import { reread } from '../../api/read.ts'
import { useWords } from '../../lib/words/words.ts'
import { healthWords } from './health.words.ts'
import type { Mailbox } from './mailboxes.queries.ts'

const dayMs = 24 * 60 * 60 * 1000
const changed = () => reread(['mailboxes'], ['sending'], ['workflows'])

/** What can be done with a connected mailbox. */
export function useMailboxActs() {
  const t = useWords(healthWords)
  const navigate = useNavigate()
  return {
    syncNow: async ({ id }: Mailbox) => {
      const result = await attempt(client.mailboxes.sync({ params: { id } }))
      if (result) await attempt(changed(), result.reply.enqueued ? t.syncing : t.alreadySyncing)
    },
    resync: async ({ id }: Mailbox, days: number) => {
      // A minute within the limit, since the service compares with its own clock.
      const since = new Date(Date.now() - days * dayMs + 60_000).toISOString()
      await attempt(client.mailboxes.resync({ params: { id }, body: { since } }), t.resyncing)
      await changed()
    },
    setMode: async ({ id }: Mailbox, syncMode: Mailbox['syncMode']) => {
      await attempt(client.mailboxes.update({ params: { id }, body: { syncMode } }), t.saved)
      await changed()
    },
    setSending: async ({ id }: Mailbox, enabled: boolean) => {
      await attempt(
        client.sending.setMailboxSwitch({ params: { id }, body: { enabled } }),
        enabled ? t.sendingOn : t.sendingOff,
      )
      await changed()
    },
    disconnect: async ({ id, address }: Mailbox) => {
      await attempt(client.mailboxes.disconnect({ params: { id } }), t.disconnected(address))
      await changed()
    },
    remove: async ({ id, address }: Mailbox) => {
      const result = await attempt(client.mailboxes.remove({ params: { id } }), t.removed(address))
      await reread(['mailboxes'], ['folders'], ['threads'], ['workflows'])
      if (result) await navigate({ to: '/mailboxes', replace: true })
    },
  }
}
