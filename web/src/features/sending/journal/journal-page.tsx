import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { attempt } from '../../../api/attempt.ts'
import { client } from '../../../api/client.ts'
import { PageList } from '../../../api/page-list.tsx'
import { reread } from '../../../api/read.ts'
import { usePages } from '../../../api/use-pages.ts'
import { longTime, shortTime } from '../../../lib/dates.ts'
import { useCommands } from '../../../lib/keyboard/commands.ts'
import { useLook } from '../../../lib/look.ts'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { PageBar } from '../../../ui/page-bar.tsx'
import { Select } from '../../../ui/select.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useMailboxes } from '../../mailboxes/index.ts'
import { ItemDetail } from './item-detail.tsx'
import { type Item, isCancellable, statusLooks } from './item-state.ts'
import { journalWords } from './journal.words.ts'
import { type JournalSearch, type SendStatus, statuses } from './journal-search.ts'
import './journal.css'

type RowProps = { item: Item; isOpen: boolean; search: JournalSearch }

function Row({ item, isOpen, search }: RowProps) {
  const t = useWords(journalWords)
  const locale = useLook((look) => look.locale)
  const [icon, tone] = statusLooks[item.sendStatus]
  return (
    <Link
      className="sent-row"
      to="/sending/$itemId"
      params={{ itemId: item.id }}
      search={search}
      activeProps={{}}
      aria-current={isOpen ? 'true' : undefined}
    >
      <StateTag icon={icon} tone={tone} isPlain>
        {t.states[item.sendStatus]}
      </StateTag>
      <b className="cut">{item.subject || t.noSubject}</b>
      <time className="xs muted num" dateTime={item.createdAt} title={longTime(item.createdAt, locale)}>
        {shortTime(item.createdAt, locale)}
      </time>
      <span className="xs muted cut sent-who">
        {t.toWhom(item.recipients.join(', '))} · {item.workflowName ?? t.origins[item.origin]}
      </span>
    </Link>
  )
}

function Filters({ search, change }: { search: JournalSearch; change(search: JournalSearch): void }) {
  const t = useWords(journalWords)
  const mailboxes = useMailboxes() ?? []
  const { workflow: _, ...withoutWorkflow } = search
  return (
    <div className="filters">
      <Select<SendStatus | ''>
        label={t.state}
        isLabelHidden
        value={search.status ?? ''}
        choices={[
          { value: '', label: t.anyState },
          ...statuses.map((value) => ({ value, label: t.states[value] })),
        ]}
        onChange={(status) => {
          const { status: __, ...others } = search
          change(status ? { ...others, status } : others)
        }}
      />
      <Select
        label={t.mailbox}
        isLabelHidden
        value={search.mailbox ?? ''}
        choices={[
          { value: '', label: t.anyMailbox },
          ...mailboxes.map(({ id, address }) => ({ value: id, label: address })),
        ]}
        onChange={(mailbox) => {
          const { mailbox: __, ...others } = search
          change(mailbox ? { ...others, mailbox } : others)
        }}
      />
      {search.workflow && (
        <Button size="small" icon="close" onClick={() => change(withoutWorkflow)}>
          {t.oneWorkflow}
        </Button>
      )}
    </div>
  )
}

/** Moves through the list, and cancels, by keyboard. */
function useKeys(items: readonly Item[], openId: string | undefined, search: JournalSearch) {
  const t = useWords(journalWords)
  const navigate = useNavigate()
  const at = items.findIndex(({ id }) => id === openId)
  const open = items[at]
  const step = (by: number) => {
    const next = items[Math.max(0, Math.min(items.length - 1, at + by))]
    if (next)
      void navigate({
        to: '/sending/$itemId',
        params: { itemId: next.id },
        search,
        replace: openId !== undefined,
      })
  }
  const cancel = async () => {
    if (!open || !isCancellable(open)) return
    await attempt(client.sending.cancel({ params: { id: open.id } }), t.cancelled)
    await reread(['sending'])
  }
  const group = t.title
  useCommands([
    { id: 'sent-next', title: t.next, group, keys: ['j', 'ArrowDown'], run: () => step(1), repeats: true },
    {
      id: 'sent-previous',
      title: t.previous,
      group,
      keys: ['k', 'ArrowUp'],
      run: () => step(-1),
      repeats: true,
    },
    { id: 'sent-cancel', title: t.cancel, group, keys: ['x'], icon: 'undo', run: () => void cancel() },
  ])
}

/** Every message that left, waits or failed on the member's behalf. */
export default function SendingJournalPage() {
  const t = useWords(journalWords)
  usePageTitle(t.title)
  const isPhone = useIsPhone()
  const { itemId } = useParams({ strict: false }) as { itemId?: string }
  const search = useSearch({ strict: false }) as JournalSearch
  const navigate = useNavigate()
  const list = usePages(client.sending.journal, {
    ...(search.status && { sendStatus: search.status }),
    ...(search.mailbox && { mailboxId: search.mailbox }),
    ...(search.workflow && { workflowId: search.workflow }),
  })
  const items = list.pages?.flatMap((page) => page.items) ?? []
  useKeys(items, itemId, search)
  const isFiltered = Object.keys(search).length > 0
  return (
    <>
      <PageBar title={t.title} note={t.note} back={itemId ? { to: '/sending', label: t.back } : undefined} />
      <div className="box-panes sent-panes" data-open={itemId ? 'yes' : undefined}>
        <div className="box-list">
          <Filters
            search={search}
            change={(next) => void navigate({ to: '/sending', search: next, replace: true })}
          />
          <PageList
            read={list}
            isEmpty={items.length === 0}
            empty={
              <Empty
                icon="sent"
                title={isFiltered ? t.noneFiltered : t.none}
                text={isFiltered ? undefined : t.noneText}
              />
            }
          >
            <nav aria-label={t.title}>
              {items.map((item) => (
                <Row key={item.id} item={item} isOpen={item.id === itemId} search={search} />
              ))}
            </nav>
          </PageList>
        </div>
        {itemId ? (
          <ItemDetail key={itemId} id={itemId} />
        ) : (
          !isPhone && (
            <section className="box-detail" aria-label={t.detail}>
              <Empty icon="sent" title={t.pick} text={t.pickText} />
            </section>
          )
        )}
      </div>
    </>
  )
}
