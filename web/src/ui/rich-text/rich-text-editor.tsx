import { Editor } from '@tiptap/core'
import { useLayoutEffect, useReducer, useRef, useState } from 'react'
import { dispatchKey } from '../../lib/keyboard/commands.ts'
import { takeTyped } from '../../lib/typed-ahead.ts'
import { LinkLine } from './link-line.tsx'
import { isLinkable } from './linkable.ts'
import { withoutStyles } from './paste.ts'
import { fromPlainText, plainText } from './plain.ts'
import type { RichTextProps } from './rich-text.types.ts'
import { extensionsOf } from './schema.ts'
import { Toolbar } from './toolbar.tsx'

/** What a mail program shows as an empty line. */
const htmlOf = (editor: Editor) =>
  editor.isEmpty ? '' : editor.getHTML().replaceAll('<div></div>', '<div><br></div>')

const filesOf = (data: DataTransfer | null) => [...(data?.files ?? [])]

type Latest = { current: RichTextProps }

/** The editor would keep these two for itself; they belong to the page, which sends or closes with them. */
const isForPage = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'Escape' || (key === 'Enter' && (ctrlKey || metaKey))

const attributesOf = ({ label, id }: RichTextProps) => ({
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': label,
  ...(id ? { id } : {}),
})

function createEditor(element: HTMLElement, latest: Latest, onLink: () => void) {
  const { value, hasFocus = false, placeholder = '' } = latest.current
  const take = (files: File[]) => {
    const { onFiles } = latest.current
    if (files.length === 0 || !onFiles) return false
    onFiles(files)
    return true
  }
  const editor: Editor = new Editor({
    element,
    // Its styles are in our own sheet.
    injectCSS: false,
    extensions: extensionsOf({ placeholder, onLink }),
    content: value,
    editorProps: {
      attributes: attributesOf(latest.current),
      transformPastedHTML: withoutStyles,
      handleKeyDown: (_view, event) => {
        if (!isForPage(event)) return false
        dispatchKey(event)
        return true
      },
      handlePaste: (_view, event) => {
        const text = event.clipboardData?.getData('text/plain').trim() ?? ''
        const types = event.clipboardData?.types ?? []
        // Text of an office program comes with a picture of itself.
        if (
          !types.includes('text/html') &&
          !types.includes('text/plain') &&
          take(filesOf(event.clipboardData))
        )
          return true
        if (!isLinkable(text) || editor.state.selection.empty) return false
        return editor.chain().focus().setMark('link', { href: text }).run()
      },
      handleDrop: (_view, event) => take(filesOf(event.dataTransfer)),
    },
    onUpdate: () => latest.current.onChange({ html: htmlOf(editor), text: plainText(editor.getJSON()) }),
  })
  if (hasFocus) {
    // Not with `autofocus`, which waits for the next frame: a letter typed until then would be lost.
    editor.view.focus()
    insertTyped(editor)
  }
  return editor
}

/** What was typed while the editor was loading stands where its cursor would have been. */
function insertTyped(editor: Editor) {
  const typed = takeTyped()
  if (typed === '') return
  const place = editor.chain().setTextSelection(0)
  // A single line joins the line that is there; a paragraph would break it.
  place.insertContent(typed.includes('\n') ? fromPlainText(typed) : { type: 'text', text: typed }).run()
}

/** The editor itself; `rich-text.tsx` loads it when it is first wanted. */
export default function RichTextEditor(props: RichTextProps) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const [editor, setEditor] = useState<Editor>()
  const [asksForLink, setAsksForLink] = useState(false)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    if (!place.current) return
    const made = createEditor(place.current, latest, () => setAsksForLink(true))
    made.on('transaction', redraw)
    setEditor(made)
    return () => made.destroy()
  }, [])
  return (
    <div className="rich-text">
      <div className="rich-body" ref={place} />
      {props.children}
      {editor && (
        <div className="rich-foot">
          {asksForLink && <LinkLine editor={editor} onDone={() => setAsksForLink(false)} />}
          <Toolbar editor={editor} onLink={() => setAsksForLink(!asksForLink)} />
        </div>
      )}
    </div>
  )
}
