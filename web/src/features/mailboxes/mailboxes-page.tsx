import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { client } from '../../api/client.ts'
import { PageList } from '../../api/page-list.tsx'
import { read } from '../../api/read.ts'
import { number, shortTime } from '../../lib/dates.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useLook } from '../../lib/look.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { healthLooks, healthOf, totalsOf } from './health.ts'
import { healthWords } from './health.words.ts'
import MailboxDetail from './mailbox-detail.tsx'
import { type Mailbox, mailboxesQuery } from './mailboxes.queries.ts'
import { useMailboxActs } from './use-mailbox-acts.ts'
import './health.css'

/** What the server was last seen to hold, beside what is here. */
function MailboxRow({ mailbox, isOpen }: { mailbox: Mailbox; isOpen: boolean }) {
  const t = useWords(healthWords)
  const locale = useLook((look) => look.locale)
  const { data: lag } = useQuery(read(client.mailboxes.lag, { params: { id: mailbox.id } }))
  const health = healthOf(mailbox, lag)
  const totals = lag && totalsOf(lag)
  const percent = Math.floor(mailbox.backfill?.progressPct ?? 0)
  return (
    <Link
      className="box-row"
      to="/mailboxes/$mailboxId"
      params={{ mailboxId: mailbox.id }}
      activeProps={{}}
      aria-current={isOpen ? 'true' : undefined}
    >
      <span className="box-head">
        <b className="cut">{mailbox.address}</b>
        <span className="xs muted nowrap">{t.providers[mailbox.provider]}</span>
        <StateTag icon={healthLooks[health][0]} tone={healthLooks[health][1]}>
          {health === 'mirroring' ? t.mirroring(percent) : t.states[health]}
        </StateTag>
      </span>
      <span className="box-sides num">
        <span className="muted">{t.onServer}</span>
        <span>{totals ? t.messages(totals.server, number(totals.server, locale)) : '–'}</span>
        <span className="muted">
          {lag?.lastDeltaAt ? t.checked(shortTime(lag.lastDeltaAt, locale)) : t.notChecked}
        </span>
        <span className="muted">{t.here}</span>
        <span>{totals ? t.messages(totals.here, number(totals.here, locale)) : '–'}</span>
        <span className={lag && lag.missingMessages > 0 ? 'warn' : 'muted'}>
          {lag && lag.missingMessages > 0
            ? t.missing(lag.missingMessages, number(lag.missingMessages, locale))
            : lag?.lastReceivedAt && t.newest(shortTime(lag.lastReceivedAt, locale))}
        </span>
      </span>
      {health === 'mirroring' && (
        <span className="progress">
          <i style={{ '--at': `${percent}%` }} />
        </span>
      )}
    </Link>
  )
}

/** One sentence about all of them. */
function summaryOf(mailboxes: readonly Mailbox[], t: (typeof healthWords)['en']) {
  const stopped = mailboxes.filter(({ status }) => status === 'error').length
  return stopped === 0 ? t.allWell : t.someNeedYou(stopped)
}

/** The member's mailboxes with a health that can be checked: the server's figures beside ours. */
export default function MailboxesPage() {
  const t = useWords(healthWords)
  usePageTitle(t.title)
  const isPhone = useIsPhone()
  const { mailboxId } = useParams({ strict: false }) as { mailboxId?: string }
  const query = useQuery(mailboxesQuery)
  const mailboxes = query.data?.mailboxes ?? []
  const open = mailboxes.find(({ id }) => id === mailboxId) ?? (isPhone ? undefined : mailboxes[0])
  const { syncNow } = useMailboxActs()
  useCommands([
    {
      id: 'mailbox-sync',
      title: t.syncNow,
      group: t.title,
      keys: ['s'],
      icon: 'again',
      run: () => void (open?.status === 'active' && syncNow(open)),
    },
  ])
  return (
    <>
      <PageBar
        title={t.title}
        note={mailboxes.length > 0 ? summaryOf(mailboxes, t) : undefined}
        back={mailboxId ? { to: '/mailboxes', label: t.back } : undefined}
      >
        <Link className="btn primary" to="/connect">
          <Icon name="plus" />
          {t.connect}
        </Link>
      </PageBar>
      <PageList
        read={query}
        isEmpty={mailboxes.length === 0}
        empty={<Empty icon="mailbox" title={t.none} text={t.noneText} />}
      >
        <div className="box-panes" data-open={mailboxId ? 'yes' : undefined}>
          <nav className="box-list" aria-label={t.list}>
            {mailboxes.map((mailbox) => (
              <MailboxRow key={mailbox.id} mailbox={mailbox} isOpen={mailbox.id === open?.id} />
            ))}
          </nav>
          {open && <MailboxDetail key={open.id} mailbox={open} />}
        </div>
      </PageList>
    </>
  )
}
