import type { ComponentType } from 'react'
import { useWords } from '../../../../lib/words/words.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { ExpressionField } from '../expression/expression-field.tsx'
import { choiceWords } from './choice-words.ts'
import { useField, useFieldContext } from './field-context.ts'
import { formWords } from './form.words.ts'
import { Labelled } from './labelled.tsx'
import { emptyOf, type Values } from './schema.ts'
import { asText, type FieldProps, isExpression, Select, TextField } from './simple-fields.tsx'

const moved = <T,>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), list[from] as T, ...rest.slice(to)]
}

type RowToolsProps = { title: string; at: number; count: number; onMove(to: number): void; onRemove(): void }

function RowTools({ title, at, count, onMove, onRemove }: RowToolsProps) {
  const t = useWords(formWords)
  return (
    <span className="fm-tools">
      {at > 0 && <IconButton icon="up" label={t.up} onClick={() => onMove(at - 1)} />}
      {at < count - 1 && <IconButton icon="down" label={t.down} onClick={() => onMove(at + 1)} />}
      <IconButton icon="close" label={t.removeRow(title, at + 1)} onClick={onRemove} />
    </span>
  )
}

/** A list of records, such as conditions or cases: one below the other, in an order that can be changed. */
export function RowsField({
  Row,
  ...props
}: FieldProps & { Row: ComponentType<FieldProps & { isRow: boolean }> }) {
  const { schema, value, onChange, path, pointer } = props
  const t = useWords(formWords)
  const { title, hint, problem } = useField(props)
  if (isExpression(value)) return <TextField {...props} />
  const rows = Array.isArray(value) ? (value as unknown[]) : []
  const set = (at: number, row: unknown) => onChange(rows.map((one, index) => (index === at ? row : one)))
  return (
    <fieldset className="fm-rows">
      <legend className="label">{title}</legend>
      {(problem ?? hint) && <p className={`hint ${problem ? 'bad' : ''}`}>{problem ?? hint}</p>}
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place.
        <div key={at} className="fm-row">
          <RowTools
            title={title}
            at={at}
            count={rows.length}
            onMove={(to) => onChange(moved(rows, at, to))}
            onRemove={() => onChange(rows.filter((_, index) => index !== at))}
          />
          <Row
            path={path}
            pointer={`${pointer}/${at}`}
            schema={schema.items ?? {}}
            value={row}
            isRow
            onChange={(next) => set(at, next)}
          />
        </div>
      ))}
      {rows.length < (schema.maxItems ?? 100) && (
        <Button
          size="small"
          icon="plus"
          aria-label={t.addRow(title)}
          onClick={() => onChange([...rows, emptyOf(schema.items ?? {})])}
        >
          {t.add}
        </Button>
      )}
    </fieldset>
  )
}

/** A list of short texts, such as labels. */
export function TextsField({ value, onChange, schema, ...place }: FieldProps) {
  const t = useWords(formWords)
  const { title } = useField(place)
  if (isExpression(value)) return <TextField schema={schema} value={value} onChange={onChange} {...place} />
  const rows = (Array.isArray(value) ? value : []).map(asText)
  return (
    <Labelled {...place}>
      {() => (
        <>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place.
            <div key={at} className="fm-line">
              <ExpressionField
                label={`${title} ${at + 1}`}
                value={row}
                onChange={(text) => onChange(rows.map((one, index) => (index === at ? text : one)))}
              />
              <IconButton
                icon="close"
                label={t.removeRow(title, at + 1)}
                onClick={() => onChange(rows.filter((_, index) => index !== at))}
              />
            </div>
          ))}
          <Button
            size="small"
            icon="plus"
            aria-label={t.addRow(title)}
            onClick={() => onChange([...rows, ''])}
          >
            {t.add}
          </Button>
        </>
      )}
    </Labelled>
  )
}

/** Some of a few, such as days. */
export function ChoicesField({ schema, value, onChange, ...place }: FieldProps) {
  const { values } = useWords(choiceWords)
  const chosen = (Array.isArray(value) ? value : []).map(String)
  const all = (schema.items?.enum ?? []).map(String)
  return (
    <Labelled {...place}>
      {() => (
        <span className="segmented small">
          {all.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={chosen.includes(one)}
              onClick={() => onChange(all.filter((other) => (other === one) !== chosen.includes(other)))}
            >
              {values[one] ?? one}
            </button>
          ))}
        </span>
      )}
    </Labelled>
  )
}

export function NumbersField({ value, onChange, schema: _, ...place }: FieldProps) {
  const text = Array.isArray(value) ? value.join(', ') : asText(value)
  return (
    <Labelled {...place}>
      {({ id, describedBy }) => (
        <input
          key={text}
          id={id}
          className="input"
          aria-describedby={describedBy}
          defaultValue={text}
          onBlur={({ target }) => {
            const typed: string = target.value
            if (typed.includes('{{')) return onChange(typed)
            const numbers = typed
              .split(/[\s,;]+/)
              .filter(Boolean)
              .map(Number)
            onChange(numbers.filter(Number.isInteger))
          }}
        />
      )}
    </Labelled>
  )
}

/** Values by name: of the columns of a table, or of headers and the like. */
export function MapField(props: FieldProps) {
  const { value, onChange, path } = props
  const t = useWords(formWords)
  const { title, hint, problem } = useField(props)
  const { columns } = useFieldContext()
  if (isExpression(value)) return <TextField {...props} />
  const entries = Object.entries((value ?? {}) as Values)
  const set = (next: readonly (readonly [string, unknown])[]) => onChange(Object.fromEntries(next))
  const isColumns = path === 'values' && columns.length > 0
  const left = columns.filter((column) => !entries.some(([key]) => key === column.value))
  const labelOf = (key: string) => columns.find((column) => column.value === key)?.label ?? key
  return (
    <fieldset className="fm-rows">
      <legend className="label">{title}</legend>
      {(problem ?? hint) && <p className={`hint ${problem ? 'bad' : ''}`}>{problem ?? hint}</p>}
      {entries.map(([key, one], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the name is being typed.
        <div key={at} className="fm-pair">
          {isColumns ? (
            <span className="fm-key">{labelOf(key)}</span>
          ) : (
            <input
              className="input"
              aria-label={`${t.key} ${at + 1}`}
              value={key}
              onChange={({ target }) =>
                set(entries.map((pair, index) => (index === at ? [target.value, one] : pair)))
              }
            />
          )}
          <ExpressionField
            label={isColumns ? labelOf(key) : `${t.value} ${at + 1}`}
            value={asText(one)}
            onChange={(text) => set(entries.map((pair, index) => (index === at ? [key, text] : pair)))}
          />
          <IconButton
            icon="close"
            label={t.removeRow(labelOf(key) || title, at + 1)}
            onClick={() => set(entries.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {isColumns
        ? left.length > 0 && (
            <Select
              label={t.column}
              value=""
              options={left}
              emptyLabel={t.add}
              onChange={(key) => key && set([...entries, [key, '']])}
            />
          )
        : !entries.some(([key]) => key === '') && (
            <Button
              size="small"
              icon="plus"
              aria-label={t.addRow(title)}
              onClick={() => set([...entries, ['', '']])}
            >
              {t.add}
            </Button>
          )}
    </fieldset>
  )
}
