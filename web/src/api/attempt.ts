import { showToast } from '../ui/toasts.tsx'
import { faultText } from './fault-text.ts'

/** Waits for a change and says that it is done. A refusal is told in the service's words; nothing is returned then. */
export async function attempt<T>(work: Promise<T>, done?: string): Promise<{ reply: T } | undefined> {
  try {
    const reply = await work
    if (done) showToast({ icon: 'check', text: done })
    return { reply }
  } catch (error) {
    showToast({ icon: 'warning', text: faultText(error), isFault: true })
    return undefined
  }
}
