import type { Option } from '../../../../api/record-options.ts'
import { useWords } from '../../../../lib/words/words.ts'
import { Segmented } from '../../../../ui/segmented.tsx'
import { ExpressionField } from '../expression/expression-field.tsx'
import { choiceWords } from './choice-words.ts'
import { type Place, useField, useFieldContext } from './field-context.ts'
import { formWords } from './form.words.ts'
import { Labelled } from './labelled.tsx'
import { hasString, type Schema } from './schema.ts'

export type FieldProps = Place & { schema: Schema; value: unknown; onChange(value: unknown): void }

export const asText = (value: unknown) =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

export const isExpression = (value: unknown): value is string =>
  typeof value === 'string' && value.includes('{{')

export function ChoiceField({ schema, value, onChange, ...place }: FieldProps) {
  const { values } = useWords(choiceWords)
  const t = useWords(formWords)
  const { title } = useField(place)
  const options = (schema.enum ?? []).map(String)
  const current = asText(value ?? schema.default)
  const labels = options.map((one) => values[one] ?? one)
  if (options.length > 1 && options.length <= 4 && labels.join('').length < 34)
    return (
      <Labelled {...place}>
        {() => (
          <Segmented
            label={title}
            value={current}
            choices={options.map((one, index) => ({ value: one, label: labels[index] ?? one }))}
            onChange={onChange}
          />
        )}
      </Labelled>
    )
  return (
    <Labelled {...place}>
      {({ id, describedBy }) => (
        <Select
          id={id}
          describedBy={describedBy}
          value={current}
          onChange={onChange}
          emptyLabel={t.choose}
          options={options.map((one, index) => ({ value: one, label: labels[index] ?? one }))}
        />
      )}
    </Labelled>
  )
}

type SelectProps = {
  id?: string
  label?: string
  describedBy?: string | undefined
  value: string
  options: readonly Option[]
  emptyLabel: string
  onChange(value: string): void
}

/** One of a list. A value that is not in it stays visible, and is marked. */
export function Select({ id, label, describedBy, value, options, emptyLabel, onChange }: SelectProps) {
  const t = useWords(formWords)
  const isKnown = value === '' || options.some((one) => one.value === value)
  return (
    <select
      id={id}
      className="input"
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={!isKnown}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{emptyLabel}</option>
      {!isKnown && <option value={value}>{t.missing(value)}</option>}
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {one.label}
        </option>
      ))}
    </select>
  )
}

export function SwitchField({ schema, value, onChange, ...place }: FieldProps) {
  const { title, hint, problem } = useField(place)
  const isOn = (value ?? schema.default) === true
  if (isExpression(value)) return <TextField schema={schema} value={value} onChange={onChange} {...place} />
  return (
    <div className="choice">
      <button
        type="button"
        className="switch"
        role="switch"
        aria-checked={isOn}
        aria-label={title}
        onClick={() => onChange(!isOn)}
      />
      <span>
        {title}
        {(problem ?? hint) && <span className={`hint ${problem ? 'bad' : ''}`}> {problem ?? hint}</span>}
      </span>
    </div>
  )
}

/** A number; an expression is a text until it is evaluated. */
export function NumberField({ schema, value, onChange, ...place }: FieldProps) {
  return (
    <Labelled {...place}>
      {({ id, describedBy, title, isInvalid }) => (
        <ExpressionField
          id={id}
          label={title}
          describedBy={describedBy}
          isInvalid={isInvalid}
          value={asText(value)}
          placeholder={schema.default === undefined ? undefined : String(schema.default)}
          onChange={(text) => {
            const trimmed = text.trim()
            if (trimmed === '') return onChange(undefined)
            const number = Number(trimmed.replace(',', '.'))
            onChange(Number.isFinite(number) && /^-?\d+([.,]\d+)?$/.test(trimmed) ? number : text)
          }}
        />
      )}
    </Labelled>
  )
}

const lineLength = 1000
const forPeople = /(^|\.)(to|cc|bcc|approvers)$/

export function TextField({ schema, value, onChange, ...place }: FieldProps) {
  const { people } = useFieldContext()
  const isLong = schema.type === 'string' && (schema.maxLength ?? 0) > lineLength
  return (
    <Labelled {...place}>
      {({ id, describedBy, title, isInvalid }) => (
        <ExpressionField
          id={id}
          label={title}
          describedBy={describedBy}
          isInvalid={isInvalid}
          isLong={isLong}
          value={asText(value)}
          placeholder={typeof schema.default === 'string' ? schema.default : undefined}
          suggestions={forPeople.test(place.path) ? people : []}
          onChange={(text) => onChange(text === '' && !hasString(schema) ? undefined : text)}
        />
      )}
    </Labelled>
  )
}
