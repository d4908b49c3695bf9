import { type Command, useCommands } from '../../lib/keyboard/commands.ts'
import { useWords } from '../../lib/words/words.ts'
import type { DeskItem } from './desk.queries.ts'
import { deskWords } from './desk.words.ts'
import type { useSendMany } from './use-send-many.ts'

type Desk = {
  open: DeskItem | undefined
  step(by: number): void
  many: ReturnType<typeof useSendMany>
}

/** What can be done at the desk beside deciding about the open card. */
export function useDeskCommands({ open, step, many }: Desk) {
  const t = useWords(deskWords)
  const group = t.title
  const move: Command[] = [
    { id: 'desk-next', title: t.next, group, keys: ['j', 'ArrowDown'], icon: 'down', run: () => step(1) },
    {
      id: 'desk-previous',
      title: t.previous,
      group,
      keys: ['k', 'ArrowUp'],
      icon: 'up',
      run: () => step(-1),
    },
  ]
  const select: Command = {
    id: 'desk-select',
    title: t.selectOpen,
    group,
    keys: ['x'],
    icon: 'check',
    run: () => {
      if (open) many.toggle(open.id)
      step(1)
    },
  }
  const selectAll: Command = {
    id: 'desk-select-all',
    title: t.selectAll,
    group,
    keys: ['mod+a'],
    icon: 'checks',
    run: many.selectAll,
  }
  const selected: Command[] = [
    {
      id: 'desk-send-many',
      title: t.sendMany(many.selected.size),
      group,
      keys: ['shift+Enter'],
      icon: 'sent',
      run: many.sendAll,
    },
    { id: 'desk-clear', title: t.clear, group, keys: ['Escape'], icon: 'close', run: many.clear },
  ]
  useCommands([
    ...move,
    ...(open?.kind === 'draft' ? [select] : []),
    ...(many.canSelectAll ? [selectAll] : []),
    ...(many.selected.size > 0 ? selected : []),
  ])
}
