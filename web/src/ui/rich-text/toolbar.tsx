import type { Editor } from '@tiptap/core'
import type { KeyboardEvent } from 'react'
import { useWords } from '../../lib/words/words.ts'
import { IconButton } from '../button.tsx'
import type { IconName } from '../icon.tsx'
import { richTextWords as catalogue, type richTextWords } from './rich-text.words.ts'

type Word = keyof (typeof richTextWords)['en']
type Tool = { word: Word; icon: IconName; keys: string; name: string; run(editor: Editor): void }

const tools: Tool[] = [
  {
    word: 'bold',
    icon: 'bold',
    keys: 'mod+b',
    name: 'bold',
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    word: 'italic',
    icon: 'italic',
    keys: 'mod+i',
    name: 'italic',
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    word: 'underline',
    icon: 'underline',
    keys: 'mod+u',
    name: 'underline',
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    word: 'bullets',
    icon: 'list',
    keys: 'mod+shift+8',
    name: 'bulletList',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    word: 'numbers',
    icon: 'numbers',
    keys: 'mod+shift+7',
    name: 'orderedList',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    word: 'quote',
    icon: 'quoted',
    keys: 'mod+shift+b',
    name: 'blockquote',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
]

/** One stop of the Tab key; the arrows walk from tool to tool. */
function walk(event: KeyboardEvent<HTMLDivElement>) {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  buttons.at((at + step) % buttons.length)?.focus()
}

export function Toolbar({ editor, onLink }: { editor: Editor; onLink(): void }) {
  const t = useWords(catalogue)
  return (
    <div className="rich-tools" role="toolbar" aria-label={t.toolbar} onKeyDown={walk}>
      {tools.map(({ word, icon, keys, name, run }, index) => (
        <IconButton
          key={word}
          icon={icon}
          label={t[word]}
          keys={keys}
          tabIndex={index === 0 ? 0 : -1}
          aria-pressed={editor.isActive(name)}
          // The selection in the text stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
        />
      ))}
      <IconButton
        icon="link"
        label={t.link}
        keys="mod+k"
        tabIndex={-1}
        aria-pressed={editor.isActive('link')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onLink}
      />
    </div>
  )
}
