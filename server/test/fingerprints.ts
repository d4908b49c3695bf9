import { emptyKeyRing } from '../src/platform/crypto/key-ring.ts'
import { createFingerprints } from '../src/platform/http/body-fingerprint.ts'

/** For tests that call a use case without a server. */
export const testFingerprints = createFingerprints(emptyKeyRing())
