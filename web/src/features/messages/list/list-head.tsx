import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { number } from '../../../lib/dates.ts'
import { useLook } from '../../../lib/look.ts'
import type { useSelection } from '../../../lib/use-selection.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { openCompose } from '../../sending/index.ts'
import { keysOfAct } from '../acts/available.ts'
import { actIcons } from '../acts/perform.ts'
import { foldersQuery } from '../folders.ts'
import { messageWords } from '../messages.words.ts'
import { filters } from '../place.ts'
import { SearchBox } from '../search/search-box.tsx'
import type { MailContext } from './mail-context.ts'
import type { usePlace } from './use-place.ts'

type ListHeadProps = {
  name: string
  mail: MailContext
  chosen: ReturnType<typeof useSelection>
  narrow: ReturnType<typeof usePlace>['narrow']
  search: RefObject<HTMLInputElement | null>
}

function SelectionBar({ mail: { acts }, chosen }: Pick<ListHeadProps, 'mail' | 'chosen'>) {
  const t = useWords(messageWords)
  return (
    <div className="bar selection-bar" role="toolbar" aria-label={t.selected(chosen.selection.size)}>
      <IconButton icon="close" label={t.clear} onClick={chosen.clear} />
      <span className="strong num nowrap">{t.selected(chosen.selection.size)}</span>
      <span className="push group">
        {acts.available.map((action) => (
          <IconButton
            key={action}
            icon={actIcons[action]}
            label={t.acts[action]}
            keys={keysOfAct[action]}
            onClick={() => acts.request(action)}
          />
        ))}
      </span>
    </div>
  )
}

function UnreadCount({ mail: { place } }: Pick<ListHeadProps, 'mail'>) {
  const locale = useLook((look) => look.locale)
  const { data } = useQuery(foldersQuery(place.mailbox))
  const unread = data?.folders.find(({ key }) => key === place.folder)?.unreadCount ?? 0
  return unread > 0 ? <span className="count">{number(unread, locale)}</span> : null
}

/** Name, search and filters of a list; the acts, while threads are selected. */
export function ListHead({ name, mail, chosen, narrow, search }: ListHeadProps) {
  const t = useWords(messageWords)
  const { place } = mail
  if (chosen.selection.size > 0) return <SelectionBar mail={mail} chosen={chosen} />
  return (
    <>
      <div className="bar list-bar">
        <h1 className="cut">{name}</h1>
        <UnreadCount mail={mail} />
        <span className="push">
          <Button
            size="small"
            icon="compose"
            keys="c"
            className="compose-button"
            onClick={() => openCompose({})}
          >
            {t.compose}
          </Button>
        </span>
      </div>
      <SearchBox place={place} narrow={narrow} input={search} />
      <div className="filter-bar">
        <Segmented
          label={t.filter}
          value={place.filter ?? 'all'}
          choices={filters.map((value) => ({ value, label: t.filters[value] }))}
          onChange={(filter) => void narrow({ filter: filter === 'all' ? undefined : filter })}
        />
      </div>
    </>
  )
}
