import { useState } from 'react'
import { type Option, useOptions } from '../../../../api/record-options.ts'
import { useWords } from '../../../../lib/words/words.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { ExpressionField } from '../expression/expression-field.tsx'
import { useField, useFieldContext } from './field-context.ts'
import { formWords } from './form.words.ts'
import { Labelled } from './labelled.tsx'
import { asText, type FieldProps, isExpression, Select } from './simple-fields.tsx'

type ToggleProps = { isByHand: boolean; onToggle(): void }

/** Between the list and a text of one's own. */
function ByHand({ isByHand, onToggle }: ToggleProps) {
  const t = useWords(formWords)
  return (
    <IconButton
      icon={isByHand ? 'list' : 'braces'}
      label={isByHand ? t.byChoice : t.byHand}
      aria-pressed={isByHand}
      onClick={onToggle}
    />
  )
}

function OneOf({ options, value, onChange, ...place }: FieldProps & { options: readonly Option[] }) {
  const t = useWords(formWords)
  const [isByHand, setIsByHand] = useState(isExpression(value))
  const toggle = <ByHand isByHand={isByHand} onToggle={() => setIsByHand(!isByHand)} />
  return (
    <Labelled path={place.path} pointer={place.pointer} aside={toggle}>
      {({ id, describedBy, title, isInvalid }) =>
        isByHand ? (
          <ExpressionField
            id={id}
            label={title}
            value={asText(value)}
            isInvalid={isInvalid}
            describedBy={describedBy}
            onChange={(text) => onChange(text === '' ? undefined : text)}
          />
        ) : (
          <Select
            id={id}
            describedBy={describedBy}
            value={asText(value)}
            options={options}
            emptyLabel={t.choose}
            onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
          />
        )
      }
    </Labelled>
  )
}

/** Several records as chips; none means any. */
function ManyOf({ options, value, onChange, ...place }: FieldProps & { options: readonly Option[] }) {
  const t = useWords(formWords)
  const chosen = (Array.isArray(value) ? value : []).map(String)
  const labelOf = (one: string) => options.find((option) => option.value === one)?.label ?? one
  const left = options.filter((option) => !chosen.includes(option.value))
  return (
    <Labelled path={place.path} pointer={place.pointer}>
      {({ id, describedBy }) => (
        <>
          {chosen.length > 0 && (
            <ul className="fm-chips">
              {chosen.map((one) => (
                <li key={one} className="fm-chip">
                  {labelOf(one)}
                  <button
                    type="button"
                    aria-label={t.removeRow(labelOf(one), 1)}
                    onClick={() => onChange(chosen.filter((other) => other !== one))}
                  >
                    <Icon name="close" size={12} />
                  </button>
                </li>
              ))}
            </ul>
          )}
          {left.length > 0 && (
            <Select
              id={id}
              describedBy={describedBy}
              value=""
              options={left}
              emptyLabel={chosen.length > 0 ? t.add : t.any}
              onChange={(one) => one && onChange([...chosen, one])}
            />
          )}
        </>
      )}
    </Labelled>
  )
}

/** A mailbox, folder, table, signature, connection or workflow, by its name. */
export function PickerField(props: FieldProps) {
  const { refersTo } = useField(props)
  const options = useOptions(refersTo) ?? []
  return props.schema.type === 'array' ? (
    <ManyOf {...props} options={options} />
  ) : (
    <OneOf {...props} options={options} />
  )
}

/** A column of the chosen table. */
export function ColumnField(props: FieldProps) {
  const { columns } = useFieldContext()
  return <OneOf {...props} options={columns} />
}
