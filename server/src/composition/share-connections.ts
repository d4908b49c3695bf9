import type { Config } from '../platform/config/read-config.ts'

type Shares = { api: number; intake: number; runs: number; background: number }

// A transaction may need a second connection beside its own.
const minShare = 2

/** One batch of webhook calls follows the other on the first; the second is for when that one takes long. */
const intake = 2

/** The heartbeat, live events, readiness, the listeners, four for dashboards, and five for the job queue. */
const maxOtherConnections = 15

/** A small server must not refuse connections because the default suits a larger one. */
export const fitConnections = (wanted: number, capacity: number) =>
  Math.min(wanted, Math.max(intake + 3 * minShare, capacity - maxOtherConnections))

/**
 * Divides the connections of a process between requests, webhook calls, runs, and the mirror with the jobs. Each uses only its own:
 * none of them can make the others wait for a connection.
 */
export function shareConnections(total: number, roles: Config['roles']): Shares {
  const share = (part: number) => Math.max(minShare, Math.floor(total * part) - intake)
  // Connections are opened when needed: what a process does not do takes none.
  if (!roles.includes('worker')) return { api: share(1), intake, runs: minShare, background: minShare }
  const api = roles.includes('api') ? share(0.4) : minShare
  const rest = Math.max(2 * minShare, total - (roles.includes('api') ? api + intake : 0))
  const runs = Math.ceil(rest / 2)
  return { api, intake, runs, background: rest - runs }
}
