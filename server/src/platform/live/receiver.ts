import type { Log } from '../log/log.ts'
import type { Hub } from './hub.ts'
import { type Parcel, unpack } from './parcel.ts'
import type { Held, Standing } from './standing.ts'

export type ReceiverDeps = {
  log: Log
  /** Which of the sessions and keys still hold. */
  findStanding(held: Held): Promise<Standing[]>
}

/** Hands on to the sockets what the listener hears. */
export function createReceiver({ log, findStanding }: ReceiverDeps, hub: Hub) {
  // False from the moment that something may have been missed until everyone has been told so.
  let current = false
  const tellResumed = () =>
    hub.send({ everyone: true }, { type: 'channel.resumed', at: new Date().toISOString(), data: {} })
  const recheck = () =>
    hub
      .recheck(findStanding)
      .catch((err) => log.warn({ err }, 'the credentials of open sockets could not be checked'))

  const receive = (parcel: Parcel) => {
    if ('close' in parcel) hub.close(parcel.close)
    else if ('resume' in parcel) void recheck().then(tellResumed)
    else if (current) hub.send(parcel.to, parcel.message)
  }

  return {
    recheck,
    onNotification: (payload: string) => unpack(payload).forEach(receive),
    onListening: async () => {
      // First those whose end was missed as well; without knowing it, nothing may be heard.
      await hub.recheck(findStanding)
      current = true
      tellResumed()
    },
    onLost: () => {
      current = false
    },
  }
}
