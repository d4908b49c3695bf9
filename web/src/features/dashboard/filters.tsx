import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { read } from '../../api/read.ts'
import { useWords } from '../../lib/words/words.ts'
import { Pick } from '../../ui/pick.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { DashboardSearch } from './dashboard.search.ts'
import { dashboardWords } from './dashboard.words.ts'

const day = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

const daysAgo = (days: number) => {
  const now = new Date()
  return day(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days))
}

type FiltersProps = { search: DashboardSearch; isAdmin: boolean; onChange(search: DashboardSearch): void }

function Days({ search, onChange }: Omit<FiltersProps, 'isAdmin'>) {
  const t = useWords(dashboardWords)
  const { from = '', to = '' } = search
  const change = (next: { from?: string; to?: string }) => {
    const days = { from, to, ...next }
    if (days.from && days.to && days.from <= days.to) onChange({ ...search, ...days })
  }
  return (
    <span className="row tight days">
      <input
        type="date"
        className="input"
        aria-label={t.from}
        defaultValue={from}
        max={to}
        onChange={({ target }) => change({ from: target.value })}
      />
      <span aria-hidden="true">–</span>
      <input
        type="date"
        className="input"
        aria-label={t.to}
        defaultValue={to}
        min={from}
        max={daysAgo(0)}
        onChange={({ target }) => change({ to: target.value })}
      />
    </span>
  )
}

/** Whose figures, of what and when; all of it stands in the address. */
export function Filters({ search, isAdmin, onChange }: FiltersProps) {
  const t = useWords(dashboardWords)
  const { scope, period = '7d', mailbox, workflow, member } = search
  const isOrg = scope === 'org'
  const mailboxes = useQuery({ ...read(client.mailboxes.list, {}), enabled: !isOrg }).data?.mailboxes ?? []
  const workflows = useQuery({ ...read(client.workflows.list, {}), enabled: !isOrg }).data?.workflows ?? []
  const members =
    useQuery({ ...read(client.members.list, {}), enabled: isAdmin && isOrg }).data?.members ?? []
  const without = (...names: (keyof DashboardSearch)[]) =>
    Object.fromEntries(
      Object.entries(search).filter(([name]) => !names.includes(name as keyof DashboardSearch)),
    ) as DashboardSearch
  const pick = (name: 'mailbox' | 'workflow' | 'member') => (id: string | undefined) =>
    onChange(id ? { ...search, [name]: id } : without(name))
  const setPeriod = (next: NonNullable<DashboardSearch['period']> | '7d') => {
    const rest = without('period', 'from', 'to')
    if (next === 'custom') onChange({ ...rest, period: next, from: daysAgo(13), to: daysAgo(0) })
    else onChange(next === '7d' ? rest : { ...rest, period: next })
  }
  return (
    <>
      {isAdmin && (
        <Segmented
          label={t.scope}
          value={isOrg ? 'org' : 'me'}
          choices={[
            { value: 'me', label: t.me },
            { value: 'org', label: t.org },
          ]}
          onChange={(next) => {
            const rest = without('scope', 'mailbox', 'workflow', 'member')
            onChange(next === 'org' ? { ...rest, scope: 'org' } : rest)
          }}
        />
      )}
      <span className="push row wrap dashboard-filters">
        {isOrg ? (
          <Pick
            icon="people"
            label={t.member}
            all={t.allMembers}
            value={member}
            choices={members}
            onPick={pick('member')}
          />
        ) : (
          <>
            <Pick
              icon="mailbox"
              label={t.mailbox}
              all={t.allMailboxes}
              value={mailbox}
              choices={mailboxes.map(({ id, address }) => ({ id, name: address }))}
              onPick={pick('mailbox')}
            />
            <Pick
              icon="flow"
              label={t.workflow}
              all={t.allWorkflows}
              value={workflow}
              choices={workflows}
              onPick={pick('workflow')}
            />
          </>
        )}
        {period === 'custom' && (
          <Days key={`${search.from} ${search.to}`} search={search} onChange={onChange} />
        )}
        <Segmented
          label={t.period}
          value={period}
          choices={(['24h', '7d', '30d', 'custom'] as const).map((value) => ({
            value,
            label: t.periods[value],
          }))}
          onChange={setPeriod}
        />
      </span>
    </>
  )
}
