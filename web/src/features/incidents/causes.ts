import type { Incident } from './incidents.queries.ts'

/** Failures of the same step with the same error: people fix causes, not runs. */
export type Cause = { key: string; latest: Incident; incidents: Incident[] }

/** Groups incidents by cause; each stands where its latest stood. */
export function causesOf(incidents: readonly Incident[]): Cause[] {
  const causes = new Map<string, Cause>()
  for (const incident of incidents) {
    const state = incident.acknowledgedAt === null ? 'open' : 'acknowledged'
    const key = [incident.workflowId, incident.nodeId, incident.errorSummary, state].join(' ')
    const known = causes.get(key)
    if (known) known.incidents.push(incident)
    else causes.set(key, { key, latest: incident, incidents: [incident] })
  }
  return [...causes.values()]
}
