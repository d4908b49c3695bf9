import { Link } from '@tanstack/react-router'
import { useWords } from '../../lib/words/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { type Mailbox, mailboxName, useMailboxes } from './mailboxes.queries.ts'
import { mailboxWords } from './mailboxes.words.ts'

function Health({ mailbox }: { mailbox: Mailbox }) {
  const t = useWords(mailboxWords)
  if (mailbox.status === 'error')
    return (
      <span className="nav-end">
        <Icon name="warning" size={12} />
        {t.stopped}
      </span>
    )
  if (mailbox.status === 'disconnected') return <span className="nav-end">{t.off}</span>
  const { backfill } = mailbox
  if (!backfill || backfill.status === 'done' || backfill.progressPct === null) return null
  return <span className="nav-end">{t.mirroring(Math.floor(backfill.progressPct))}</span>
}

const tones = { active: undefined, error: 'bad', disconnected: 'idle' } as const

/** The mailboxes in the navigation, each with its state. */
export function MailboxRows({ current }: { current: string | undefined }) {
  const t = useWords(mailboxWords)
  const mailboxes = useMailboxes() ?? []
  return (
    <nav className="nav-group nav-mailboxes" aria-label={t.title}>
      <h2>
        <Link to="/mailboxes" activeProps={{}}>
          {t.title}
        </Link>
      </h2>
      {mailboxes.map((mailbox) => (
        <Link
          key={mailbox.id}
          className="nav-row nav-box"
          data-tone={tones[mailbox.status]}
          title={mailbox.address}
          aria-current={current === mailbox.id ? 'true' : undefined}
          to="/mail/$folder"
          params={{ folder: 'inbox' }}
          search={{ mailbox: mailbox.id }}
        >
          <span className="nav-dot" />
          <span className="nav-word">{mailboxName(mailbox, mailboxes)}</span>
          <Health mailbox={mailbox} />
        </Link>
      ))}
      <Link className="nav-row" to="/connect">
        <Icon name="plus" />
        <span className="nav-word">{t.add}</span>
      </Link>
    </nav>
  )
}
