import type { Database } from '../../../platform/db/database.ts'
import { createLeases, type LeaseDeps } from '../lease/leases.ts'
import { createMirrorLimits } from './mirror-limits.ts'
import { type MirrorDeps, mirrorMailbox } from './mirror-mailbox.ts'
import { createWake, type Wake } from './wake.ts'

type Running = { wake: Wake; stop: AbortController; done: Promise<void> }

export type MirrorOptions = MirrorDeps &
  Pick<LeaseDeps, 'databaseUrl' | 'processId' | 'everyMs'> & { db: Database }

/** Mirrors the mailboxes that fall to this process, each in a loop of its own. */
export function createMirror(options: MirrorOptions) {
  const running = new Map<string, Running>()
  const room = createMirrorLimits()

  const begin: LeaseDeps['onAcquire'] = (mailbox, epoch) => {
    const stop = new AbortController()
    const wake = createWake()
    const done = mirrorMailbox(options, { mailbox, epoch, wake, limits: room, signal: stop.signal }).catch(
      (err) =>
        options.log.error({ err, mailboxId: mailbox.id }, 'the mirror of a mailbox ended unexpectedly'),
    )
    running.set(mailbox.id, { wake, stop, done })
  }

  const end = async (mailboxId: string) => {
    const one = running.get(mailboxId)
    running.delete(mailboxId)
    one?.stop.abort()
    one?.wake.now('anything')
    await one?.done
  }

  const { db, databaseUrl, processId, log, everyMs } = options
  const leases = createLeases({
    db,
    databaseUrl,
    processId,
    log,
    ...(everyMs === undefined ? {} : { everyMs }),
    onAcquire: begin,
    onLose: end,
    onWake: (mailboxId) => running.get(mailboxId)?.wake.now('anything'),
  })
  return { stop: leases.stop }
}
