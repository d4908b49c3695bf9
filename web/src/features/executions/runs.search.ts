export const statuses = ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled'] as const
export type Status = (typeof statuses)[number]

/** Which runs the address asks for. */
export type RunsSearch = {
  status?: Status
  workflow?: string
  mailbox?: string
  q?: string
  /** Only real ones, or only tests. */
  kind?: 'real' | 'test'
  from?: string
  to?: string
}

const text = (value: unknown) => {
  const shown = typeof value === 'number' ? String(value) : value
  return typeof shown === 'string' && shown.trim() !== '' ? shown : undefined
}
const time = (value: unknown) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : undefined

export function readRunsSearch(search: Record<string, unknown>): RunsSearch {
  const status = statuses.find((known) => known === search.status)
  const kind = search.kind === 'real' || search.kind === 'test' ? search.kind : undefined
  const [workflow, mailbox, q] = [text(search.workflow), text(search.mailbox), text(search.q)]
  const [from, to] = [time(search.from), time(search.to)]
  return {
    ...(status && { status }),
    ...(workflow && { workflow }),
    ...(mailbox && { mailbox }),
    ...(q && { q }),
    ...(kind && { kind }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

export const runsQuery = ({ status, workflow, mailbox, q, kind, from, to }: RunsSearch) => ({
  ...(status && { status }),
  ...(workflow && { workflowId: workflow }),
  ...(mailbox && { mailboxId: mailbox }),
  ...(q && { q }),
  ...(kind && { simulated: String(kind === 'test') }),
  ...(from && { from }),
  ...(to && { to }),
})
