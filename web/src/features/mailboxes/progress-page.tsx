import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { client } from '../../api/client.ts'
import { read, reread } from '../../api/read.ts'
import { number, shortTime } from '../../lib/dates.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useLook } from '../../lib/look.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StepsPage } from '../auth/index.ts'
import { type Mailbox, mailboxesQuery } from './mailboxes.queries.ts'
import { mailboxWords } from './mailboxes.words.ts'
import './mailboxes.css'

const pollMs = 1_000

type Stage = 'coming' | 'here' | 'complete' | 'failed'

function stageOf(mailbox: Mailbox | undefined): Stage {
  if (!mailbox) return 'coming'
  if (mailbox.status !== 'active') return 'failed'
  if (mailbox.backfill?.status === 'done') return 'complete'
  return mailbox.messageCount > 0 ? 'here' : 'coming'
}

function Figures({ mailbox, stage }: { mailbox: Mailbox; stage: Stage }) {
  const t = useWords(mailboxWords).progress
  const locale = useLook((look) => look.locale)
  const { messageCount: count, backfill } = mailbox
  const percent = stage === 'complete' ? 100 : (backfill?.progressPct ?? 0)
  return (
    <>
      <div className="row figures">
        <div>
          <div className="figure">{number(count, locale)}</div>
          <div className="muted">{stage === 'complete' ? t.mailsComplete(count) : t.mails(count)}</div>
        </div>
        {backfill?.oldestSyncedAt && stage !== 'complete' && (
          <span className="push xs muted">{t.since(shortTime(backfill.oldestSyncedAt, locale))}</span>
        )}
      </div>
      <div
        className="progress"
        role="progressbar"
        aria-label={t.label}
        aria-valuenow={Math.round(percent)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ '--at': `${percent}%` }} />
      </div>
    </>
  )
}

function Newest({ mailboxId, count }: { mailboxId: string; count: number }) {
  const t = useWords(mailboxWords).progress
  const locale = useLook((look) => look.locale)
  const { data } = useQuery(read(client.threads.list, { query: { mailboxId, limit: 5 } }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: more mail has arrived.
  useEffect(() => {
    void reread(client.threads.list.key)
  }, [count])
  if (!data?.threads.length) return null
  return (
    <section className="newest">
      <h2 className="over">{t.newest}</h2>
      <ul>
        {data.threads.map((thread) => (
          <li key={thread.id}>
            <Link to="/mail/$folder/$threadId" params={{ folder: 'inbox', threadId: thread.id }}>
              <b className="cut">{thread.participants[0]?.name ?? thread.participants[0]?.email}</b>
              <span className="cut muted">{thread.subject || t.noSubject}</span>
              <time className="xs faint">{shortTime(thread.lastMessageAt, locale)}</time>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const leadOf = { coming: 'lead', here: 'lead', complete: 'completeLead', failed: 'failedLead' } as const

/** How far the mirror of a new mailbox is, while its newest mail can be read already. */
export default function ProgressPage() {
  const t = useWords(mailboxWords).progress
  usePageTitle(t.page)
  const { mailboxId } = useParams({ from: '/member/connect/$mailboxId' })
  const navigate = useNavigate()
  const { data } = useQuery({
    ...mailboxesQuery,
    refetchInterval: ({ state }) => {
      const known = state.data?.mailboxes.find(({ id }) => id === mailboxId)
      return stageOf(known) === 'complete' ? false : pollMs
    },
  })
  const mailbox = data?.mailboxes.find(({ id }) => id === mailboxId)
  const stage = stageOf(mailbox)
  const open = () => void navigate({ to: '/mail/$folder', params: { folder: 'inbox' } })
  useCommands([{ id: 'open-inbox', title: t.open, group: t.page, keys: ['g i', 'Enter'], run: open }])
  return (
    <StepsPage
      step="mail"
      title={t[stage]}
      lead={t[leadOf[stage]]}
      aside={
        <div className="btns">
          <Button kind="primary" size="large" keys="g i" onClick={open}>
            {t.open}
          </Button>
          <Link className="btn quiet" to="/connect">
            {t.another}
          </Link>
        </div>
      }
    >
      <div className="panel">
        {mailbox?.lastError?.message && stage === 'failed' && (
          <p className="banner" data-tone="bad" role="alert">
            <Icon name="warning" />
            {t.server(mailbox.lastError.message)}
          </p>
        )}
        {mailbox && <Figures mailbox={mailbox} stage={stage} />}
        <Newest mailboxId={mailboxId} count={mailbox?.messageCount ?? 0} />
      </div>
    </StepsPage>
  )
}
