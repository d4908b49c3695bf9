import { useState } from 'react'
import { currentCommands, useCommands } from '../lib/keyboard/commands.ts'
import { useWords } from '../lib/words/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { KeyCaps } from '../ui/key-caps.tsx'
import { appWords } from './app.words.ts'
import { groupsOf } from './rank.ts'

/** The keys of this page, drawn from the commands themselves. */
export default function KeySheet({ onClose }: { onClose(): void }) {
  const t = useWords(appWords)
  const [groups] = useState(() =>
    groupsOf(currentCommands().filter(({ keys, unlisted }) => keys && !unlisted)),
  )
  useCommands([{ id: 'close', title: t.close, group: t.everywhere, keys: ['?'], run: onClose }], {
    isModal: true,
  })
  return (
    <Dialog title={t.keys} className="palette keys-sheet" onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard. */}
      <div tabIndex={0}>
        {groups.map(({ value, items }) => (
          <section key={value}>
            <h3 className="palette-title">{value}</h3>
            <dl>
              {items.map((command) => (
                <div key={command.id}>
                  <dt>{command.title}</dt>
                  <dd>
                    <KeyCaps keys={command.keys?.[0] ?? ''} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
