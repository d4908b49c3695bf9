import { createCondition } from '../../platform/concurrency/condition.ts'
import { createReplyParser, type Reply } from './reply.ts'
import { rejection, SmtpFault } from './smtp-fault.ts'

/** The replies received from the server, and whether more may come. */
export type Inbox = {
  take(chunk: Buffer): void
  /** Marks that no more replies will come. The first reason is kept. */
  fail(fault: SmtpFault): void
  failure(): SmtpFault | undefined
  read(ms: number): Promise<Reply>
  /** Throws unless the connection is open and the server waits for us. */
  assertTurn(): void
  /** Makes `until` check again. */
  wake(): void
  /** Checks now and after each change until there is a value; fails after `ms`. */
  until<T>(ms: number, check: () => T | undefined): Promise<T>
}

const timedOut = () => new SmtpFault('unreachable', 'The server did not reply in time.')

export function createInbox(): Inbox {
  const parser = createReplyParser()
  const replies: Reply[] = []
  const condition = createCondition()
  const wake = condition.notifyAll
  const until = <T>(ms: number, check: () => T | undefined) => condition.until(ms, check, timedOut)
  let failure: SmtpFault | undefined
  const fail = (fault: SmtpFault) => {
    failure ??= fault
    wake()
  }
  return {
    take(chunk) {
      // Nothing received after a fault is trusted.
      if (failure) return
      try {
        for (const reply of parser.feed(chunk)) replies.push(reply)
        wake()
      } catch (error) {
        fail(new SmtpFault('protocol', error instanceof Error ? error.message : String(error)))
      }
    },
    fail,
    failure: () => failure,
    wake,
    until,
    read: (ms) =>
      until(ms, () => {
        const reply = replies.shift()
        if (!reply && failure) throw failure
        return reply
      }),
    // A reply before its command would be mistaken for the reply to the next one; at worst, to the dot.
    assertTurn() {
      const [early] = replies
      if (early && early.code >= 400) throw rejection(early)
      if (failure) throw failure
      if (early || parser.isInside()) throw new SmtpFault('protocol', 'The server sent an unexpected reply.')
    },
  }
}
