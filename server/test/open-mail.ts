import type { AppOptions } from '../src/composition/app.ts'
import { keyRingFromText } from '../src/platform/crypto/key-ring.ts'

/** Accepts every sign-in, for tests that do not need real mail servers. */
export const openMail: NonNullable<AppOptions['mail']> = {
  probe: { imap: async () => undefined, smtp: async () => undefined },
  findServices: async () => ({}),
}

const testSecretKey = `test:${Buffer.alloc(32, 7).toString('base64')}`
export const testKeys = (text = testSecretKey) => keyRingFromText(text)
