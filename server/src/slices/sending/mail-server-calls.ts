import { createShares } from '../../platform/concurrency/shares.ts'

// Of the fifty jobs that run at once in a process.
const maxPerMember = 10

/**
 * Limits the jobs in which one member's mail servers are called at the same time: stalled servers must not keep the
 * mail of others waiting. A job beyond the limit is put off.
 */
export const enterMailServerCall = createShares(maxPerMember)

/** Spread, so that jobs put off together do not return together. */
export const putOffMs = () => 2_000 + Math.random() * 2_000
