import type { Fingerprints } from '../../platform/http/body-fingerprint.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Slice } from '../../platform/slice.ts'
import type { MimePool } from '../../protocols/mime/mime-pool.ts'
import type { ReviewReasons } from '../sending/index.ts'
import { reviewCron } from './review.jobs.ts'
import { reviewRoutes } from './review.routes.ts'
import { purgeTokens } from './review-tokens.store.ts'

type ReviewOptions = {
  live: Live
  fingerprints: Fingerprints
  reasons: ReviewReasons
  /** Started at the first call. */
  mime(): MimePool
}

export const createReview = ({ live, fingerprints, reasons, mime }: ReviewOptions): Slice => ({
  routes: reviewRoutes({ live, fingerprints, reasons, sanitise: (parts) => mime().sanitiseMany(parts) }),
  cron: reviewCron(live),
  retention: [{ name: 'review-tokens', schedule: '35 3 * * *', run: purgeTokens }],
})
