import { Link } from '@tanstack/react-router'
import { useChannel } from '../../../api/live.ts'
import { ReadFault } from '../../../api/read-fault.tsx'
import type { useSelection } from '../../../lib/use-selection.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useMailboxes } from '../../mailboxes/index.ts'
import type { useThreadList } from '../messages.queries.ts'
import { messageWords } from '../messages.words.ts'
import type { MailContext } from './mail-context.ts'
import { ThreadList } from './thread-list.tsx'
import type { usePlace } from './use-place.ts'

type ListPaneProps = {
  list: ReturnType<typeof useThreadList>
  mail: MailContext
  chosen: ReturnType<typeof useSelection>
  label: string
  narrow: ReturnType<typeof usePlace>['narrow']
  onEnd(): void
}

const Skeleton = () => (
  <div className="mails skeleton" aria-hidden="true">
    {[62, 44, 70, 53, 66, 48, 58].map((width) => (
      <div className="mail" key={width}>
        <div>
          <span className="bone" style={{ '--w': `${width - 20}%` }} />
          <span className="bone" style={{ '--w': `${width}%` }} />
          <span className="bone" style={{ '--w': '92%' }} />
        </div>
      </div>
    ))}
  </div>
)

function Nothing({ mail: { place }, narrow }: Pick<ListPaneProps, 'mail' | 'narrow'>) {
  const t = useWords(messageWords).empty
  const everywhere = useWords(messageWords).search.everywhere
  const mailboxes = useMailboxes()
  if (mailboxes?.length === 0)
    return (
      <Empty icon="mailbox" title={t.noMailbox} text={t.noMailboxText}>
        <Link className="btn primary" to="/connect">
          {t.connect}
        </Link>
      </Empty>
    )
  if (place.q)
    return (
      <Empty icon="search" title={t.search} text={t.searchText}>
        {!place.everywhere && <Button onClick={() => void narrow({ everywhere: true })}>{everywhere}</Button>}
      </Empty>
    )
  if (place.filter)
    return (
      <Empty icon="filter" title={t.filter}>
        <Button onClick={() => void narrow({ filter: undefined })}>{t.showAll}</Button>
      </Empty>
    )
  if (place.folder === 'inbox') return <Empty icon="inbox" title={t.inbox} text={t.inboxText} />
  return <Empty icon="folder" title={t.folder} />
}

function Foot() {
  const t = useWords(messageWords)
  const isLive = useChannel((channel) => channel.isConnected)
  return (
    <div className="foot" aria-hidden="true">
      <div className="hints">
        <span>
          <kbd>J</kbd>
          <kbd>K</kbd>
          {t.move}
        </span>
        <span>
          <kbd>E</kbd>
          {t.acts.archive.toLowerCase()}
        </span>
        <span>
          <kbd>/</kbd>
          {t.search.placeholder.toLowerCase()}
        </span>
      </div>
      {isLive && <Icon name="live" size={12} className="push" />}
    </div>
  )
}

/** The threads, or why there are none. */
export function ListPane({ list, mail, chosen, label, narrow, onEnd }: ListPaneProps) {
  if (list.isPending) return <Skeleton />
  if (list.error) return <ReadFault error={list.error} onRetry={() => void list.refetch()} />
  if (mail.threads.length === 0 && !list.hasMore) return <Nothing mail={mail} narrow={narrow} />
  return (
    <>
      <ThreadList
        threads={mail.threads}
        place={mail.place}
        openId={mail.openId}
        selection={chosen.selection}
        hasMore={list.hasMore}
        label={label}
        onSelect={chosen.toggle}
        onEnd={onEnd}
      />
      <Foot />
    </>
  )
}
