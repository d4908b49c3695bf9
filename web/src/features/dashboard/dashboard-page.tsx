import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'
import { ReadFault } from '../../api/read-fault.tsx'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { AiSection, DraftsSection } from './ai-section.tsx'
import { useDashboards } from './dashboard.queries.ts'
import type { DashboardSearch } from './dashboard.search.ts'
import { dashboardWords } from './dashboard.words.ts'
import { Filters } from './filters.tsx'
import { MailSection } from './mail-section.tsx'
import { Overview } from './overview.tsx'
import { RowsProvider } from './rows-link.tsx'
import { RunsSection } from './runs-section.tsx'
import { WorkflowsSection } from './workflows-section.tsx'
import './dashboard.css'

/** What the page looks like before the first figures are there. */
const Bones = () => (
  <div className="dashboard-bones" aria-hidden="true">
    {['60%', '40%', '100%', '100%', '80%', '100%'].map((width, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: equal lines.
      <span key={at} className="bone" style={{ '--w': width }} />
    ))}
  </div>
)

const periods = [
  ['24h', '1'],
  ['7d', '7'],
  ['30d', '3'],
] as const

export default function DashboardPage() {
  const t = useWords(dashboardWords)
  usePageTitle(t.title)
  const search = useSearch({ from: '/shell/dashboard' })
  const navigate = useNavigate()
  const isAdmin = useQuery(read(client.account.read, {})).data?.member.role === 'admin'
  const { runs, mail, mailBefore, ai, aiBefore, drafts, error, retry } = useDashboards(search)
  const isOwn = search.scope !== 'org'
  const change = (next: DashboardSearch) => void navigate({ to: '/dashboard', search: next, replace: true })
  useCommands(
    periods.map(([value, keys]) => ({
      id: `period-${value}`,
      title: `${t.period}: ${t.periods[value]}`,
      group: t.title,
      keys: [keys],
      icon: 'clock',
      run: () => {
        const { period: _, from: _from, to: _to, ...rest } = search
        change(value === '7d' ? rest : { ...rest, period: value })
      },
    })),
  )
  return (
    <>
      <div className="bar dashboard-bar">
        <h1>{t.title}</h1>
        <Filters search={search} isAdmin={isAdmin} onChange={change} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard. */}
      <div className="scroll dashboard" tabIndex={0} aria-busy={!runs || !mail}>
        {error ? (
          <ReadFault error={error} onRetry={retry} />
        ) : runs && mail ? (
          <RowsProvider value={{ search, isOwn }}>
            <Overview period={search.period} runs={runs} mail={mail} ai={ai} isOwn={isOwn} />
            <MailSection figures={mail} before={mailBefore} isOwn={isOwn} />
            <RunsSection figures={runs} isOwn={isOwn} />
            <WorkflowsSection figures={runs} />
            {ai && <AiSection figures={ai} before={aiBefore} />}
            {drafts && <DraftsSection figures={drafts} />}
          </RowsProvider>
        ) : (
          <Bones />
        )}
      </div>
    </>
  )
}
