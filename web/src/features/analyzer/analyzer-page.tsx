import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { client } from '../../api/client.ts'
import { hasCode } from '../../api/errors.ts'
import { faultText } from '../../api/fault-text.ts'
import { reread } from '../../api/read.ts'
import { ReadFault } from '../../api/read-fault.tsx'
import { longTime } from '../../lib/dates.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useLook } from '../../lib/look.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useMailboxes } from '../mailboxes/index.ts'
import { type Group, type Report, reportQuery } from './analyzer.queries.ts'
import { analyzerWords } from './analyzer.words.ts'
import { GroupDetail } from './group-detail.tsx'
import { GroupList } from './group-list.tsx'
import { ReportLead } from './report-lead.tsx'
import './analyzer.css'

/** Proposals first, then what is handled, then the rest, the largest first. */
const rank = ({ verdict }: Group) => (verdict === 'proposed' ? 0 : verdict === 'covered' ? 1 : 2)
const sorted = (groups: readonly Group[]) =>
  [...groups].sort((a, b) => rank(a) - rank(b) || b.monthlyVolume - a.monthlyVolume)

function Waiting() {
  const t = useWords(analyzerWords)
  return (
    <div role="status">
      <Empty icon="running" title={t.running} text={t.runningText} />
    </div>
  )
}

type DoneProps = { mailboxId: string; report: Report & { body: NonNullable<Report['body']> } }

function DoneReport({ mailboxId, report: { body } }: DoneProps) {
  const t = useWords(analyzerWords)
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const { group: asked } = useSearch({ strict: false }) as { group?: string }
  const groups = sorted(body.groups)
  const open = groups.find(({ key }) => key === asked) ?? (isPhone ? undefined : groups[0])
  const show = (group: string | undefined) =>
    void navigate({
      to: '/analyzer/$mailboxId',
      params: { mailboxId },
      search: group ? { group } : {},
      replace: true,
    })
  const step = (by: number) => {
    const at = groups.findIndex(({ key }) => key === open?.key)
    show(groups[Math.max(0, Math.min(groups.length - 1, at + by))]?.key)
  }
  useCommands([
    {
      id: 'next-group',
      title: t.next,
      group: t.title,
      keys: ['j', 'ArrowDown'],
      repeats: true,
      run: () => step(1),
    },
    {
      id: 'previous-group',
      title: t.previous,
      group: t.title,
      keys: ['k', 'ArrowUp'],
      repeats: true,
      run: () => step(-1),
    },
  ])
  return (
    <div className="panes analyzer-report" data-open={open ? 'group' : undefined}>
      <section className="pane" aria-label={t.groups}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard. */}
        <div className="scroll" tabIndex={0}>
          <ReportLead {...body} />
          <GroupList mailboxId={mailboxId} groups={groups} open={open?.key} />
        </div>
      </section>
      <section className="pane analyzer-detail" aria-label={t.detail}>
        {isPhone && open && (
          <header>
            <IconButton icon="left" label={t.groups} onClick={() => show(undefined)} />
            <h2 className="cut">{open.label}</h2>
          </header>
        )}
        {open ? (
          <GroupDetail key={open.key} mailboxId={mailboxId} group={open} />
        ) : (
          <p className="muted analyzer-choose">{t.choose}</p>
        )}
      </section>
    </div>
  )
}

function useAnalyse(mailboxId: string) {
  const t = useWords(analyzerWords)
  return async () => {
    try {
      await client.analyzer.analyze({ params: { id: mailboxId }, body: { force: true } })
      await reread(['analyzer'])
    } catch (error) {
      showToast({ icon: 'warning', text: t.refused(faultText(error)), isFault: true })
    }
  }
}

function ReportOf({ mailboxId }: { mailboxId: string }) {
  const t = useWords(analyzerWords)
  const query = useQuery(reportQuery(mailboxId))
  const analyse = useAnalyse(mailboxId)
  const report = query.data?.report
  const button = (
    <Button kind="primary" icon="analyse" onClick={() => void analyse()}>
      {t.analyse}
    </Button>
  )
  if (hasCode(query.error, 'analyzer.report_not_found'))
    return (
      <Empty icon="analyse" title={t.none} text={t.noneText}>
        {button}
      </Empty>
    )
  if (query.error) return <ReadFault error={query.error} onRetry={() => void query.refetch()} />
  if (!report) return null
  if (report.body) return <DoneReport mailboxId={mailboxId} report={{ ...report, body: report.body }} />
  if (report.status !== 'failed') return <Waiting />
  return (
    <Empty icon="warning" title={t.failed} text={t.failedText} isAlert>
      {button}
    </Empty>
  )
}

function State({ mailboxId }: { mailboxId: string }) {
  const t = useWords(analyzerWords)
  const locale = useLook((look) => look.locale)
  const { data } = useQuery(reportQuery(mailboxId))
  const analyse = useAnalyse(mailboxId)
  const { status, generatedAt } = data?.report ?? {}
  useCommands([
    {
      id: 'analyse',
      title: t.analyse,
      group: t.title,
      keys: ['m'],
      icon: 'analyse',
      run: () => void analyse(),
    },
  ])
  if (status === 'pending' || status === 'running')
    return (
      <StateTag icon="running" tone="info">
        {t.running}
      </StateTag>
    )
  if (!generatedAt) return null
  return (
    <span className="push row">
      <span className="xs muted analyzer-generated">{t.generated(longTime(generatedAt, locale))}</span>
      <Button size="small" icon="again" keys="m" onClick={() => void analyse()}>
        {t.again}
      </Button>
    </span>
  )
}

/** What the mail of a mailbox is made of, and which workflows would help. */
export default function AnalyzerPage() {
  const t = useWords(analyzerWords)
  usePageTitle(t.title)
  const { mailboxId: asked } = useParams({ strict: false })
  const mailboxes = useMailboxes()
  const navigate = useNavigate()
  const mailbox = mailboxes?.find(({ id }) => id === asked) ?? mailboxes?.[0]
  return (
    <div className="main analyzer">
      <div className="bar">
        <h1>{t.title}</h1>
        {mailboxes && mailboxes.length > 1 && mailbox && (
          <Segmented
            label={t.mailbox}
            value={mailbox.id}
            choices={mailboxes.map(({ id, address }) => ({ value: id, label: address.split('@')[0] }))}
            onChange={(mailboxId) => void navigate({ to: '/analyzer/$mailboxId', params: { mailboxId } })}
          />
        )}
        {mailbox && <State mailboxId={mailbox.id} />}
      </div>
      {mailbox && <ReportOf mailboxId={mailbox.id} />}
      {mailboxes?.length === 0 && (
        <Empty icon="mailbox" title={t.noMailbox} text={t.noMailboxText}>
          <Link className="btn primary" to="/connect">
            {t.connect}
          </Link>
        </Empty>
      )}
    </div>
  )
}
