import { number, shortTime } from '../../lib/dates.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import type { RunFigures } from './dashboard.queries.ts'
import { dashboardWords } from './dashboard.words.ts'
import { RunsLink } from './rows-link.tsx'

type Activity = RunFigures['topWorkflows'][number]
type TableProps = { title: string; rows: readonly Activity[]; window: RunFigures['window'] }

function Workflows({ title, rows, window }: TableProps) {
  const t = useWords(dashboardWords)
  const locale = useLook((look) => look.locale)
  const hasMembers = rows.some(({ memberName }) => memberName !== null)
  return (
    <table className="number-table" aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{t.columns.workflow}</th>
          {hasMembers && <th scope="col">{t.columns.member}</th>}
          <th scope="col" className="right">
            {t.columns.runs}
          </th>
          <th scope="col" className="right">
            {t.columns.failed}
          </th>
          <th scope="col" className="right">
            {t.columns.last}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ workflowId, name, memberName, total, failed, lastRunAt }) => (
          <tr key={workflowId}>
            <td className="cut">{name || t.deleted}</td>
            {hasMembers && <td className="muted">{memberName}</td>}
            <td className="right num">
              <RunsLink span={window} workflow={workflowId}>
                {number(total, locale)}
              </RunsLink>
            </td>
            <td className={`right num ${failed > 0 ? 'bad' : 'muted'}`}>
              {failed > 0 ? (
                <RunsLink span={window} workflow={workflowId} status="failed">
                  {number(failed, locale)}
                </RunsLink>
              ) : (
                0
              )}
            </td>
            <td className="right num muted">{lastRunAt ? shortTime(lastRunAt, locale) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The workflows that ran most, and those that failed most. */
export function WorkflowsSection({ figures }: { figures: RunFigures }) {
  const t = useWords(dashboardWords)
  const { topWorkflows, failingWorkflows, window } = figures
  const none = <p className="xs muted">{t.noRuns}</p>
  return (
    <div className="two even">
      <section>
        <header>
          <h3>{t.busiest}</h3>
        </header>
        {topWorkflows.length > 0 ? <Workflows title={t.busiest} rows={topWorkflows} window={window} /> : none}
      </section>
      <section>
        <header>
          <h3>{t.failing}</h3>
        </header>
        {failingWorkflows.length > 0 ? (
          <Workflows title={t.failing} rows={failingWorkflows} window={window} />
        ) : (
          <p className="xs muted">{t.noFailures}</p>
        )}
      </section>
    </div>
  )
}
