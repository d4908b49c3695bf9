import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, use } from 'react'
import type { MailFigures } from './dashboard.queries.ts'
import type { DashboardSearch } from './dashboard.search.ts'

type Status = 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled'
type Outcome = MailFigures['current']['byOutcome'][number]['outcome']
type Span = { from: string; to: string }

/** The filters of the page. The rows behind other members' figures are theirs alone, so nothing leads there. */
type Rows = { search: DashboardSearch; isOwn: boolean }
const RowsContext = createContext<Rows>({ search: {}, isOwn: false })
export const RowsProvider = RowsContext.Provider

/** The filters of the list of runs for a part of the figures. */
export function useRunsSearch() {
  const { search, isOwn } = use(RowsContext)
  const searchOf = (span: Span, more: { status?: Status; workflow?: string } = {}) => ({
    kind: 'real' as const,
    from: span.from,
    to: span.to,
    ...(search.mailbox && { mailbox: search.mailbox }),
    ...(search.workflow && { workflow: search.workflow }),
    ...more,
  })
  return { searchOf, isOwn }
}

type RunsLinkProps = { span: Span; status?: Status; workflow?: string; children: ReactNode }

/** A number of runs, leading to them. */
export function RunsLink({ span, status, workflow, children }: RunsLinkProps) {
  const { searchOf, isOwn } = useRunsSearch()
  if (!isOwn) return children
  return (
    <Link
      className="rows-link"
      to="/runs"
      search={searchOf(span, { ...(status && { status }), ...(workflow && { workflow }) })}
    >
      {children}
    </Link>
  )
}

type MailLinkProps = { span: Span; outcome?: Outcome; children: ReactNode }

/** A number of incoming mails, leading to them. */
export function MailLink({ span, outcome, children }: MailLinkProps) {
  const { search, isOwn } = use(RowsContext)
  if (!isOwn) return children
  return (
    <Link
      className="rows-link"
      to="/journal"
      search={{
        from: span.from,
        to: span.to,
        ...(outcome && { outcome }),
        ...(search.mailbox && { mailbox: search.mailbox }),
      }}
    >
      {children}
    </Link>
  )
}
