import { openDatabase } from '../../server/src/platform/db/database.ts'
import {
  accountOn,
  type BareMirror,
  runMirror,
} from '../../server/src/slices/mailboxes/mirror/fixtures/run-mirror.ts'
import { type Dovecot, startDovecot } from '../../server/test/mail/dovecot.ts'
import { withDatabase } from '../inbox/database.ts'

/** Runs the mirror of one mailbox in this process, with a real Dovecot and the embedded database. */
export const withMirror = (work: (mirror: BareMirror, dovecot: Dovecot) => Promise<void>) =>
  withDatabase(async (url) => {
    const db = openDatabase({ url, connections: 12, name: 'bench', onIdleError: () => undefined })
    const dovecot = await startDovecot({ users: ['ada'] })
    const { address, username, password } = dovecot.user('ada')
    const account = accountOn(dovecot.host, dovecot.imapPort, username, password)
    const mirror = await runMirror({ db, url, drop: () => db.close() }, account, address)
    try {
      await work(mirror, dovecot)
    } finally {
      await mirror.close()
      await dovecot.stop()
    }
  })

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function until(isDone: () => boolean | Promise<boolean>, everyMs: number, maxMs = 120_000) {
  const startedAt = performance.now()
  while (!(await isDone())) {
    if (performance.now() - startedAt > maxMs) throw new Error('timed out')
    await pause(everyMs)
  }
}
