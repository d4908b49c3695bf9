import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useCommands } from '../../../../lib/keyboard/commands.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Icon, type IconName } from '../../../../ui/icon.tsx'

type ListEntry = { id: string; icon: IconName; title: string; detail?: string; end?: ReactNode }

type ListDialogProps = {
  title: string
  entriesFor(find: string): readonly ListEntry[]
  none: string
  onChoose(id: string): void
  onClose(): void
}

/** A list to choose from by typing: arrows move, Enter takes. */
export default function ListDialog({ title, entriesFor, none, onChoose, onClose }: ListDialogProps) {
  const id = useId()
  const [find, setFind] = useState('')
  const [at, setAt] = useState(0)
  useCommands([], { isModal: true })
  const entries = entriesFor(find)
  const chosen = entries[Math.min(at, entries.length - 1)]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const next = at + (event.key === 'ArrowDown' ? 1 : -1)
    setAt((next + entries.length) % Math.max(1, entries.length))
    document.getElementById(`${id}-${entries[next]?.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Dialog title={title} className="palette" isTitleHidden onClose={onClose}>
      <form
        className="ask"
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen) onChoose(chosen.id)
        }}
      >
        <Icon name="search" />
        <input
          placeholder={title}
          aria-label={title}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${chosen.id}`}
          value={find}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            setFind(target.value)
            setAt(0)
          }}
        />
      </form>
      <div className="list st-hits" id={`${id}-list`} role="listbox" aria-label={title}>
        {entries.length === 0 && <p className="muted st-none">{none}</p>}
        {entries.map((entry) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
          <div
            key={entry.id}
            id={`${id}-${entry.id}`}
            role="option"
            aria-selected={entry === chosen}
            className={`hit ${entry === chosen ? 'on' : ''}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(entry.id)}
          >
            <Icon name={entry.icon} />
            <span className="nowrap">{entry.title}</span>
            <span className="cut muted xs">{entry.detail}</span>
            {entry.end}
          </div>
        ))}
      </div>
    </Dialog>
  )
}
