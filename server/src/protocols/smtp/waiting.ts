import { SmtpFault } from './smtp-fault.ts'

/** Waits for something to become true, in the order of events and never longer than a limit. */
export function createWaiting() {
  const waiting = new Set<() => void>()
  return {
    /** Something happened: everyone who waits looks again. */
    wake() {
      for (const look of [...waiting]) look()
    },
    /** Looks now and whenever something happened, until the look gives something or throws. */
    until: <T>(ms: number, look: () => T | undefined): Promise<T> =>
      new Promise((resolve, reject) => {
        const late = new SmtpFault('unreachable', 'The server did not answer in time.')
        const timer = setTimeout(() => settle(() => reject(late)), ms)
        const settle = (finish: () => void) => {
          clearTimeout(timer)
          waiting.delete(attempt)
          finish()
        }
        const attempt = () => {
          try {
            const found = look()
            if (found !== undefined) settle(() => resolve(found))
          } catch (error) {
            settle(() => reject(error))
          }
        }
        waiting.add(attempt)
        attempt()
      }),
  }
}
