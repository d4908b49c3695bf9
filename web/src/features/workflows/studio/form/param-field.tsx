import { useWords } from '../../../../lib/words/words.ts'
import { Button } from '../../../../ui/button.tsx'
import { CronField, ZoneField } from './cron-field.tsx'
import { useField, useFieldContext } from './field-context.ts'
import { formWords } from './form.words.ts'
import { ChoicesField, MapField, NumbersField, RowsField, TextsField } from './list-fields.tsx'
import { ColumnField, PickerField } from './picker-field.tsx'
import { chooseVariant, emptyOf, kindOf, type Values, variantOf } from './schema.ts'
import {
  ChoiceField,
  type FieldProps,
  isExpression,
  NumberField,
  SwitchField,
  TextField,
} from './simple-fields.tsx'

type ParamProps = FieldProps & {
  /** A row of a list has no title of its own. */
  isRow?: boolean
  /** The parameters around it. */
  around?: Values
}

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

type InsideProps = ParamProps & { skip?: readonly string[] }

/** The fields of a record. */
export function RecordFields({ schema, value, onChange, path, pointer, skip = [] }: InsideProps) {
  const values = (value ?? {}) as Values
  const set = (name: string, next: unknown) => {
    const { [name]: _, ...rest } = values
    onChange(next === undefined ? rest : { ...values, [name]: next })
  }
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => !skip.includes(name))
    .map(([name, own]) => (
      <ParamField
        key={name}
        path={join(path, name)}
        pointer={`${pointer}/${name}`}
        schema={own}
        value={values[name]}
        around={values}
        onChange={(next) => set(name, next)}
      />
    ))
}

/** A record of one of several forms: first what tells them apart, then the fields of that form. */
function VariantFields({ schema, value, onChange, path, pointer }: ParamProps) {
  const variants = schema.anyOf ?? []
  const values = (value ?? {}) as Values
  const { schema: own, choices } = variantOf(variants, values)
  return (
    <>
      <div className="fm-choices">
        {choices
          .filter((choice) => choice.values.length > 1)
          .map(({ name, values: options }) => (
            <ParamField
              key={name}
              path={join(path, name)}
              pointer={`${pointer}/${name}`}
              schema={{ enum: options }}
              value={values[name]}
              onChange={(chosen) => onChange(chooseVariant(variants, values, name, chosen))}
            />
          ))}
      </div>
      <RecordFields
        path={path}
        pointer={pointer}
        schema={own}
        value={values}
        skip={choices.map(({ name }) => name)}
        onChange={onChange}
      />
    </>
  )
}

/** A record that may be left out: set first, then filled in. */
function Nested(props: ParamProps) {
  const { schema, value, onChange, isRow } = props
  const t = useWords(formWords)
  const { title, hint } = useField(props)
  const inside = kindOf(schema) === 'variants' ? <VariantFields {...props} /> : <RecordFields {...props} />
  if (isRow) return inside
  const isSet = value !== undefined
  const mayBeUnset = schema.default === undefined
  return (
    <fieldset className="fm-nested">
      <legend className="label">{title}</legend>
      {hint && <p className="hint">{hint}</p>}
      {isSet ? inside : <p className="faint xs">{t.notSet}</p>}
      {mayBeUnset && (
        <Button
          size="small"
          aria-label={`${isSet ? t.clear : t.set}: ${title}`}
          onClick={() => onChange(isSet ? undefined : emptyOf(schema))}
        >
          {isSet ? t.clear : t.set}
        </Button>
      )}
    </fieldset>
  )
}

const isColumn = (path: string) => /(^|\.)column$/.test(path)

/** The control for one parameter, chosen by its schema. */
function ParamField(props: ParamProps) {
  const { schema, value, path, around } = props
  const { columns } = useFieldContext()
  const { refersTo } = useField(props)
  if (refersTo) return <PickerField {...props} />
  if (schema.format === 'cron') {
    const zone = around?.timeZone
    return <CronField {...props} zone={typeof zone === 'string' ? zone : 'UTC'} />
  }
  if (schema.format === 'time-zone' && !isExpression(value)) return <ZoneField {...props} />
  if (isColumn(path) && columns.length > 0) return <ColumnField {...props} />
  switch (kindOf(schema)) {
    case 'choice':
      return schema.enum?.length === 1 ? null : isExpression(value) ? (
        <TextField {...props} />
      ) : (
        <ChoiceField {...props} />
      )
    case 'switch':
      return <SwitchField {...props} />
    case 'number':
      return <NumberField {...props} />
    case 'choices':
      return <ChoicesField {...props} />
    case 'numbers':
      return <NumbersField {...props} />
    case 'texts':
      return <TextsField {...props} />
    case 'rows':
      return <RowsField {...props} Row={ParamField} />
    case 'map':
      return <MapField {...props} />
    case 'variants':
    case 'record':
      return isExpression(value) ? <TextField {...props} /> : <Nested {...props} />
    default:
      return <TextField {...props} />
  }
}
