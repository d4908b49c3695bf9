import { type Command, useCommands } from '../../../lib/keyboard/commands.ts'
import type { useSelection } from '../../../lib/use-selection.ts'
import { useWords } from '../../../lib/words/words.ts'
import { keysOfAct } from '../acts/available.ts'
import { actIcons } from '../acts/perform.ts'
import { messageWords } from '../messages.words.ts'
import type { MailContext } from './mail-context.ts'

type Listing = MailContext & {
  chosen: ReturnType<typeof useSelection>
  focusSearch(): void
}

/** The keys of a list; those of an act work on the selection, or else on the open thread. */
export function useListCommands({ threads, openId, move, close, acts, chosen, focusSearch }: Listing) {
  const t = useWords(messageWords)
  const group = t.list
  const { selection, toggle, add, clear } = chosen
  const extend = (by: number) => {
    const at = threads.findIndex(({ id }) => id === openId)
    const next = threads[at + by]
    if (openId && next) add([openId, next.id])
    move(by)
  }
  const back = () => (selection.size > 0 ? clear() : close())
  const given = acts.available.map((action): Command => {
    const key = keysOfAct[action]
    return {
      id: action,
      title: t.acts[action],
      group: t.reader,
      icon: actIcons[action],
      ...(key && { keys: [key] }),
      run: () => acts.request(action),
    }
  })
  useCommands([
    {
      id: 'next',
      title: t.next,
      group,
      keys: ['j', 'ArrowDown'],
      icon: 'down',
      repeats: true,
      run: () => move(1),
    },
    {
      id: 'previous',
      title: t.previous,
      group,
      keys: ['k', 'ArrowUp'],
      icon: 'up',
      repeats: true,
      run: () => move(-1),
    },
    { id: 'back', title: t.back, group, keys: ['Escape'], icon: 'left', run: back },
    { id: 'search-mail', title: t.search.label, group, keys: ['/'], icon: 'search', run: focusSearch },
    {
      id: 'select',
      title: t.select(''),
      group,
      keys: ['x'],
      icon: 'check',
      run: () => openId && toggle(openId),
    },
    {
      id: 'select-all',
      title: t.selectAll,
      group,
      keys: ['mod+a'],
      icon: 'checks',
      run: () => add(threads.map(({ id }) => id)),
    },
    {
      id: 'extend-down',
      title: t.extendDown,
      group,
      keys: ['shift+j', 'shift+ArrowDown'],
      unlisted: true,
      repeats: true,
      run: () => extend(1),
    },
    {
      id: 'extend-up',
      title: t.extendUp,
      group,
      keys: ['shift+k', 'shift+ArrowUp'],
      unlisted: true,
      repeats: true,
      run: () => extend(-1),
    },
    ...given,
  ])
}
