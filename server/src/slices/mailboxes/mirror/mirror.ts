import type { Database } from '../../../platform/db/database.ts'
import { createLeases, type LeaseDeps } from '../lease/leases.ts'
import { createMirrorLimits } from './mirror-limits.ts'
import { type MirrorDeps, mirrorMailbox } from './mirror-mailbox.ts'
import { createWake, type Wake } from './wake.ts'

type RunningMirror = { wake: Wake; controller: AbortController; done: Promise<void> }

export type MirrorOptions = MirrorDeps &
  Pick<LeaseDeps, 'databaseUrl' | 'processId' | 'everyMs'> & { db: Database }

/** Mirrors the mailboxes that this process has leased, each in its own loop. */
export function createMirror(options: MirrorOptions) {
  const running = new Map<string, RunningMirror>()
  const limits = createMirrorLimits()

  const start: LeaseDeps['onAcquire'] = (mailbox, epoch) => {
    const controller = new AbortController()
    const wake = createWake()
    const done = mirrorMailbox(options, { mailbox, epoch, wake, limits, signal: controller.signal }).catch(
      (err) =>
        options.log.error({ err, mailboxId: mailbox.id }, 'the mirror of a mailbox ended unexpectedly'),
    )
    running.set(mailbox.id, { wake, controller, done })
  }

  const stop = async (mailboxId: string) => {
    const mirror = running.get(mailboxId)
    running.delete(mailboxId)
    mirror?.controller.abort()
    mirror?.wake.now('anything')
    await mirror?.done
  }

  const { db, databaseUrl, processId, log, everyMs } = options
  const leases = createLeases({
    db,
    databaseUrl,
    processId,
    log,
    ...(everyMs === undefined ? {} : { everyMs }),
    onAcquire: start,
    onLose: stop,
    onWake: (mailboxId) => running.get(mailboxId)?.wake.now('anything'),
  })
  return { stop: leases.stop }
}
