import type { AppOptions } from '../src/composition/app.ts'
import { keyRingFromText } from '../src/platform/crypto/key-ring.ts'

/** Mail servers that let everyone in, for tests that are not about them. */
export const openMail: NonNullable<AppOptions['mail']> = {
  probe: { imap: async () => undefined, smtp: async () => undefined },
  findServices: async () => ({}),
}

const testSecretKey = `test:${Buffer.alloc(32, 7).toString('base64')}`
export const testKeys = (text = testSecretKey) => keyRingFromText(text)
