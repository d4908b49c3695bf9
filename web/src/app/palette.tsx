import { Autocomplete } from '@base-ui/react/autocomplete'
import { useState } from 'react'
import { type Command, currentCommands, useCommands } from '../lib/keyboard/commands.ts'
import { useTypedAhead } from '../lib/typed-ahead.ts'
import { useWords } from '../lib/words/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { KeyCaps } from '../ui/key-caps.tsx'
import { appWords } from './app.words.ts'
import { groupsOf, rank } from './rank.ts'

const Hit = ({ command, onRun }: { command: Command; onRun(command: Command): void }) => (
  <Autocomplete.Item className="hit" value={command} onClick={() => onRun(command)}>
    {command.icon && <Icon name={command.icon as IconName} />}
    <span>{command.title}</span>
    {command.keys?.[0] && <KeyCaps keys={command.keys[0]} />}
  </Autocomplete.Item>
)

/** Everything that can be done here, by name. It shows the keys, so that people outgrow it. */
export default function Palette({ onClose }: { onClose(): void }) {
  const t = useWords(appWords)
  const [all] = useState(() => currentCommands().filter(({ id, unlisted }) => !unlisted && id !== 'palette'))
  const [query, setQuery] = useState('')
  useTypedAhead(setQuery)
  useCommands([], { isModal: true })
  const groups = groupsOf(rank(all, query))
  const run = (command: Command) => {
    onClose()
    // After the dialog has given the focus back.
    setTimeout(command.run)
  }
  return (
    <Dialog title={t.palette} isTitleHidden className="palette" onClose={onClose}>
      <Autocomplete.Root
        inline
        open
        items={groups}
        filter={null}
        autoHighlight="always"
        value={query}
        onValueChange={setQuery}
        itemToStringValue={(command: Command) => command.title}
      >
        <div className="ask">
          <Icon name="search" />
          <Autocomplete.Input autoFocus placeholder={t.ask} aria-label={t.ask} />
        </div>
        <Autocomplete.Empty className="empty">{query && t.noHits}</Autocomplete.Empty>
        <Autocomplete.List className="list">
          {(group: (typeof groups)[number]) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className="palette-title">{group.value}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(command: Command) => <Hit key={command.id} command={command} onRun={run} />}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Dialog>
  )
}
