import { useCommands } from '../../lib/keyboard/commands.ts'
import { useWords } from '../../lib/words/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { togglePanel, usePanel } from './assistant.store.ts'
import { navWords } from './nav.words.ts'

/** Opens the panel beside whatever is shown. */
export function AssistantRow({ group }: { group: string }) {
  const t = useWords(navWords)
  const isOpen = usePanel((panel) => panel.isOpen)
  useCommands([
    {
      id: 'assistant',
      title: t.title,
      group,
      keys: ['mod+j'],
      icon: 'quill',
      run: togglePanel,
      whileTyping: true,
    },
  ])
  return (
    <button
      type="button"
      className="nav-row nav-assistant"
      aria-expanded={isOpen}
      title={t.title}
      onClick={togglePanel}
    >
      <Icon name="quill" />
      <span className="nav-word">{t.title}</span>
    </button>
  )
}
