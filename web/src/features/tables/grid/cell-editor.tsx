import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import type { Cell, Column } from '../tables.queries.ts'
import { tableWords } from '../tables.words.ts'
import { editText, type Problem, readText } from './cells.ts'

const fieldTypes: Partial<Record<Column['type'], string>> = { date: 'date', datetime: 'datetime-local' }

export type Move = 'down' | 'up' | 'right' | 'left' | 'stay'

type CellEditorProps = {
  column: Column
  value: Cell
  /** What was typed to begin with: it replaces the value. */
  typed: string | undefined
  onSave(value: Cell, move: Move): void
  onCancel(): void
}

/** Edits a cell in its place. A value that does not fit keeps it open, and says why. */
export function CellEditor({ column, value, typed, onSave, onCancel }: CellEditorProps) {
  const t = useWords(tableWords)
  const locale = useLook((look) => look.locale)
  const id = useId()
  const isField = fieldTypes[column.type] !== undefined
  const [text, setText] = useState(
    !isField && typed !== undefined ? typed : editText(value, column.type, locale),
  )
  const [problem, setProblem] = useState<Problem>()
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const isClosed = useRef(false)
  useEffect(() => {
    field.current?.focus()
    if (typed === undefined && field.current instanceof HTMLInputElement && !isField) field.current.select()
  }, [typed, isField])
  const save = (move: Move) => {
    if (isClosed.current) return
    const reading = readText(text, column, locale)
    if ('problem' in reading) {
      setProblem(reading.problem)
      field.current?.focus()
      return
    }
    isClosed.current = true
    onSave(reading.value, move)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      isClosed.current = true
      onCancel()
    } else if (event.key === 'Enter') save(event.shiftKey ? 'up' : 'down')
    else if (event.key === 'Tab') save(event.shiftKey ? 'left' : 'right')
    else return
    event.preventDefault()
  }
  const common = {
    ref: field,
    'aria-label': column.label,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem ? id : undefined,
    onKeyDown,
    onBlur: () => save('stay'),
  }
  return (
    <>
      {column.type === 'select' ? (
        <select {...common} value={text} onChange={({ target }) => setText(target.value)}>
          {!column.required && <option value="">{t.emptyCell}</option>}
          {column.options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type={fieldTypes[column.type] ?? 'text'}
          inputMode={column.type === 'number' ? 'decimal' : undefined}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setProblem(undefined)
          }}
        />
      )}
      {problem && (
        <span className="cell-problem" id={id} role="alert">
          {t.problems[problem]}
        </span>
      )}
    </>
  )
}
