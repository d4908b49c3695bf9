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
    /** How many sockets are open, whenever that changes. */
    onCount(open: number): void
    pingEveryMs?: number
    recheckEveryMs?: number
  }

const isWebSocket = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'

/** The real-time channel of an api process: sockets on one side, what every process publishes on the other. */
export function createChannel(deps: ChannelDeps) {
  const { log, databaseUrl: url, pingEveryMs = 30_000, recheckEveryMs = 30_000 } = deps
  const hub = createHub(deps.onCount)
  const receiver = createReceiver(deps, hub)
  let open = true
  const upgrade = createUpgrade(deps, hub, () => open)
  const timers: NodeJS.Timeout[] = []
  let listener: Listener | undefined

  return {
    /** Answers once it hears the other processes, or could not at first: it goes on trying. */
    async serve(server: Server) {
      // An upgrade to anything else (h2c, which curl and Java offer) is no wish to be refused: it is ignored, as
      // RFC 9110, section 7.8, allows. Without this, Node takes the request away from its route.
      Object.assign(server, { shouldUpgradeCallback: isWebSocket })
      server.on('upgrade', (request, socket, head) => void upgrade(request, socket, head))
      timers.push(setInterval(hub.ping, pingEveryMs), setInterval(receiver.recheck, recheckEveryMs))
      listener = startListener({ url, channel: liveChannel, name: listenerName, log, ...receiver })
      await listener.attempted
    },
    /** Call it before the server's own close, which waits for sockets. */
    async close() {
      open = false
      for (const timer of timers) clearInterval(timer)
      hub.closeAll('shutdown')
      await listener?.stop()
    },
  }
}
