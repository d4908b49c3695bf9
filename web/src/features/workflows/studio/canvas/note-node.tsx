import type { NodeProps } from '@xyflow/react'
import { memo, useEffect, useRef, useState } from 'react'
import { useWords } from '../../../../lib/words/words.ts'
import { changeNote } from '../document/edits.ts'
import type { Note } from '../document/graph.types.ts'
import { edit } from '../document/studio.store.ts'
import { studioWords } from '../studio.words.ts'

/** A sticky note: written on by double click or Enter. */
export const NoteNode = memo(function NoteNode({ data, selected }: NodeProps & { data: { note: Note } }) {
  const { note } = data
  const t = useWords(studioWords)
  const [isWriting, setIsWriting] = useState(note.text === '')
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isWriting) area.current?.focus()
  }, [isWriting])
  if (isWriting && selected)
    return (
      <textarea
        ref={area}
        className="st-note nodrag nowheel"
        data-color={note.color}
        aria-label={t.note}
        value={note.text}
        onChange={({ target }) =>
          edit((graph) => changeNote(graph, note.id, { text: target.value }), `note ${note.id}`)
        }
        onBlur={() => setIsWriting(false)}
        onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
      />
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button could not be dragged in every browser.
    <div
      className="st-note"
      role="button"
      tabIndex={selected ? 0 : -1}
      data-step={note.id}
      data-color={note.color}
      aria-label={`${t.note}: ${note.text}`}
      onDoubleClick={() => setIsWriting(true)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        setIsWriting(true)
      }}
    >
      {note.text || <span className="faint">{t.note}</span>}
    </div>
  )
})
