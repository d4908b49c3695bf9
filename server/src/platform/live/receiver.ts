import type { Log } from '../log/log.ts'
import { type Broadcast, unpackPayload } from './broadcast.ts'
import type { Hub } from './hub.ts'
import type { CredentialIds, LiveCredential } from './live-credentials.ts'

export type ReceiverDeps = {
  log: Log
  /** Finds which of the sessions and keys are still valid. */
  findLiveCredentials(ids: CredentialIds): Promise<LiveCredential[]>
}

/** Forwards what the listener receives to the sockets. */
export function createReceiver({ log, findLiveCredentials }: ReceiverDeps, hub: Hub) {
  // False from the moment something may have been missed until every client has been told to reload.
  let isCurrent = false
  const sendResumed = () =>
    hub.send({ everyone: true }, { type: 'channel.resumed', at: new Date().toISOString(), data: {} })
  const recheck = () =>
    hub
      .recheck(findLiveCredentials)
      .catch((err) => log.warn({ err }, 'failed to check the credentials of open sockets'))

  const receive = (broadcast: Broadcast) => {
    if ('close' in broadcast) hub.close(broadcast.close)
    else if ('resume' in broadcast) void recheck().then(sendResumed)
    else if (isCurrent) hub.send(broadcast.to, broadcast.message)
  }

  return {
    recheck,
    onNotification: (payload: string) => unpackPayload(payload).forEach(receive),
    onListening: async () => {
      // Credentials may have been revoked meanwhile: nothing may be delivered before they are checked.
      await hub.recheck(findLiveCredentials)
      isCurrent = true
      sendResumed()
    },
    onLost: () => {
      isCurrent = false
    },
  }
}
