import { useId } from 'react'
import { useWords } from '../../../lib/words/words.ts'
import { Field } from '../../../ui/field.tsx'
import type { Column } from '../tables.queries.ts'
import { tableWords } from '../tables.words.ts'

export type ColumnDraft = Pick<Column, 'label' | 'type' | 'isKey' | 'required'> & {
  /** One choice on each line. */
  options: string
}

export const emptyColumn: ColumnDraft = {
  label: '',
  type: 'text',
  isKey: false,
  required: false,
  options: '',
}

export const draftOf = ({ label, type, isKey, required, options }: Column): ColumnDraft => ({
  label,
  type,
  isKey,
  required,
  options: options.join('\n'),
})

/** A draft as the service takes it. */
export const columnOf = ({ label, type, isKey, required, options }: ColumnDraft) => ({
  label: label.trim(),
  type,
  isKey,
  required,
  options:
    type === 'select'
      ? options
          .split('\n')
          .map((option) => option.trim())
          .filter(Boolean)
      : [],
})

const types: Column['type'][] = ['text', 'number', 'date', 'datetime', 'boolean', 'select', 'email']

type ColumnFieldsProps = { draft: ColumnDraft; onChange(draft: ColumnDraft): void }

/** Everything that can be said about a column. */
export function ColumnFields({ draft, onChange }: ColumnFieldsProps) {
  const t = useWords(tableWords)
  const id = useId()
  const set = (change: Partial<ColumnDraft>) => onChange({ ...draft, ...change })
  return (
    <>
      <Field
        label={t.label}
        value={draft.label}
        maxLength={120}
        required
        onChange={({ target }) => set({ label: target.value })}
      />
      <div className="field">
        <label htmlFor={`${id}-type`}>{t.type}</label>
        <select
          id={`${id}-type`}
          className="select"
          value={draft.type}
          onChange={({ target }) => set({ type: target.value as Column['type'] })}
        >
          {types.map((type) => (
            <option key={type} value={type}>
              {t.types[type]}
            </option>
          ))}
        </select>
      </div>
      {draft.type === 'select' && (
        <div className="field">
          <label htmlFor={`${id}-options`}>{t.options}</label>
          <textarea
            id={`${id}-options`}
            className="area"
            rows={4}
            value={draft.options}
            onChange={({ target }) => set({ options: target.value })}
          />
        </div>
      )}
      <label className="choice">
        <input
          type="checkbox"
          checked={draft.isKey}
          onChange={({ target }) => set({ isKey: target.checked })}
        />
        <span>
          {t.isKey}
          <span className="hint">{t.isKeyHint}</span>
        </span>
      </label>
      <label className="choice">
        <input
          type="checkbox"
          checked={draft.required}
          onChange={({ target }) => set({ required: target.checked })}
        />
        <span>{t.required}</span>
      </label>
    </>
  )
}
