import { useId } from 'react'
import { useOptions } from '../../api/record-options.ts'
import { useWords } from '../../lib/words/words.ts'
import { Field } from '../../ui/field.tsx'
import type { Blank } from './blanks.ts'
import { templateWords } from './templates.words.ts'

type BlankFieldProps = { blank: Blank; value: string; onChange(value: string): void }

/** Asks for one thing that the template cannot know. */
export function BlankField({ blank, value, onChange }: BlankFieldProps) {
  const t = useWords(templateWords)
  const id = useId()
  const options = useOptions(blank.target) ?? []
  const label = t.blank(blank.title, blank.step)
  if (!blank.target)
    return (
      <Field
        label={label}
        placeholder={blank.placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t.choose}</option>
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </div>
  )
}
