import type { IncomingMessage, Server } from 'node:http'
import { type Listener, startListener } from '../db/listen.ts'
import { createHub } from './hub.ts'
import { liveChannel } from './live.store.ts'
import { createReceiver, type ReceiverDeps } from './receiver.ts'
import { createUpgrade, type UpgradeDeps } from './upgrade.ts'

/** The name of the listening connection in `pg_stat_activity`. */
export const listenerName = 'mailwright listener'

export type ChannelDeps = UpgradeDeps &
  ReceiverDeps & {
    databaseUrl: string
    /** Called with the number of open sockets whenever it changes. */
    onCount(open: number): void
    pingEveryMs?: number
    recheckEveryMs?: number
  }

const isWebSocket = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'

/** The real-time channel of an api process: forwards what any process publishes to this process's sockets. */
export function createChannel(deps: ChannelDeps) {
  const { log, databaseUrl: url, pingEveryMs = 30_000, recheckEveryMs = 30_000 } = deps
  const hub = createHub(deps.onCount)
  const receiver = createReceiver(deps, hub)
  let isOpen = true
  const upgrade = createUpgrade(deps, hub, () => isOpen)
  const timers: NodeJS.Timeout[] = []
  let listener: Listener | undefined

  return {
    /** Resolves after the first attempt to listen to the other processes; a failed attempt is retried. */
    async serve(server: Server) {
      // Ignore upgrades to anything else (h2c, which curl and Java offer), as RFC 9110, section 7.8, allows. Without
      // this, Node would not pass the request to its route.
      Object.assign(server, { shouldUpgradeCallback: isWebSocket })
      server.on('upgrade', (request, socket, head) => void upgrade(request, socket, head))
      timers.push(setInterval(hub.ping, pingEveryMs), setInterval(receiver.recheck, recheckEveryMs))
      listener = startListener({ url, channel: liveChannel, name: listenerName, log, ...receiver })
      await listener.attempted
    },
    /** Call this before the server's own close, which waits for sockets. */
    async close() {
      isOpen = false
      for (const timer of timers) clearInterval(timer)
      hub.closeAll('shutdown')
      await listener?.stop()
    },
  }
}
