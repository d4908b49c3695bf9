import { useId, useState } from 'react'
import { useCommands } from '../../../lib/keyboard/commands.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { readText } from '../grid/cells.ts'
import type { Column, Table } from '../tables.queries.ts'
import { type Condition, type Operator, operators } from '../tables.search.ts'
import { tableWords } from '../tables.words.ts'

const textual = new Set<Column['type']>(['text', 'email', 'select'])
const withoutValue = new Set<Operator>(['empty', 'notEmpty'])

/** The conditions that make sense for a type. */
const operatorsOf = (type: Column['type']) =>
  operators.filter((op) => {
    if (op === 'contains' || op === 'startsWith') return textual.has(type)
    if (op === 'lt' || op === 'lte' || op === 'gt' || op === 'gte')
      return type !== 'boolean' && !textual.has(type)
    return true
  })

const fieldTypes: Partial<Record<Column['type'], string>> = { date: 'date', datetime: 'datetime-local' }

type FilterDialogProps = {
  table: Table
  column: Column | undefined
  onClose(): void
  onAdd(condition: Condition): void
}

export default function FilterDialog({ table, column: given, onClose, onAdd }: FilterDialogProps) {
  const t = useWords(tableWords)
  useCommands([], { isModal: true })
  const locale = useLook((look) => look.locale)
  const id = useId()
  const [key, setKey] = useState((given ?? table.columns[0])?.key ?? '')
  const column = table.columns.find((one) => one.key === key)
  const known = operatorsOf(column?.type ?? 'text')
  const [wanted, setWanted] = useState<Operator>(
    textual.has(column?.type ?? 'text') && column?.type !== 'select' ? 'contains' : 'eq',
  )
  const op = known.includes(wanted) ? wanted : 'eq'
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const needsValue = !withoutValue.has(op)
  const choices =
    column?.type === 'select'
      ? column.options.map((value) => ({ value, label: value }))
      : column?.type === 'boolean'
        ? [
            { value: 'true', label: t.yes },
            { value: 'false', label: t.no },
          ]
        : undefined
  const add = () => {
    if (!column) return
    if (!needsValue) return onAdd({ column: key, op })
    const reading =
      textual.has(column.type) && text !== ''
        ? { value: text }
        : readText(text || (choices?.[0]?.value ?? ''), { ...column, required: true }, locale)
    if ('problem' in reading) setProblem(t.problems[reading.problem])
    else if (reading.value !== null) onAdd({ column: key, op, value: reading.value })
  }
  return (
    <Dialog title={t.addFilter} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <div className="body table-form">
          <div className="field">
            <label htmlFor={`${id}-column`}>{t.column}</label>
            <select
              id={`${id}-column`}
              className="select"
              value={key}
              onChange={({ target }) => {
                setKey(target.value)
                setText('')
              }}
            >
              {table.columns.map((one) => (
                <option key={one.key} value={one.key}>
                  {one.label}
                </option>
              ))}
            </select>
          </div>
          <div className="field">
            <label htmlFor={`${id}-op`}>{t.condition}</label>
            <select
              id={`${id}-op`}
              className="select"
              value={op}
              onChange={({ target }) => setWanted(target.value as Operator)}
            >
              {known.map((one) => (
                <option key={one} value={one}>
                  {t.operators[one]}
                </option>
              ))}
            </select>
          </div>
          {needsValue && (
            <div className="field">
              <label htmlFor={`${id}-value`}>{t.value}</label>
              {choices ? (
                <select
                  id={`${id}-value`}
                  className="select"
                  value={text || choices[0]?.value}
                  onChange={({ target }) => setText(target.value)}
                >
                  {choices.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  id={`${id}-value`}
                  className="input"
                  type={fieldTypes[column?.type ?? 'text'] ?? 'text'}
                  value={text}
                  onChange={({ target }) => {
                    setText(target.value)
                    setProblem(undefined)
                  }}
                />
              )}
              {problem && (
                <p className="hint bad" role="alert">
                  {problem}
                </p>
              )}
            </div>
          )}
        </div>
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit">
            {t.addFilter}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
