import { createCondition } from '../../platform/concurrency/condition.ts'
import { createReplyParser, type Reply } from './reply.ts'
import { refusal, SmtpFault } from './smtp-fault.ts'

/** What the peer has said, and whether it will say more. */
export type Inbox = {
  take(chunk: Buffer): void
  /** No reply will come any more. The first reason stays. */
  fail(fault: SmtpFault): void
  failure(): SmtpFault | undefined
  read(ms: number): Promise<Reply>
  /** Throws unless the line is open and the peer waits for us. */
  assertTurn(): void
  /** Makes `until` check again. */
  wake(): void
  /** Checks now and after each change until there is a value; fails after `ms`. */
  until<T>(ms: number, check: () => T | undefined): Promise<T>
}

const timedOut = () => new SmtpFault('unreachable', 'The server did not answer in time.')

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
      // After a fault nothing that comes is believed.
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
    // A reply before its command would be taken for the answer to the next one; at worst, to the dot.
    assertTurn() {
      const [early] = replies
      if (early && early.code >= 400) throw refusal(early)
      if (failure) throw failure
      if (early || parser.isInside()) throw new SmtpFault('protocol', 'The server spoke out of turn.')
    },
  }
}
