import { type SelectHTMLAttributes, useId } from 'react'
import { Icon } from './icon.tsx'

type Choice<T extends string> = { value: T; label: string }

type SelectProps<T extends string> = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> & {
  label: string
  /** The label is read out, and not shown. */
  isLabelHidden?: boolean
  value: T
  choices: readonly Choice<T>[]
  onChange(value: T): void
}

/** A choice from a list; the browser's own, which works everywhere. */
export function Select<T extends string>({
  label,
  isLabelHidden = false,
  value,
  choices,
  onChange,
  ...rest
}: SelectProps<T>) {
  const id = useId()
  return (
    <div className="field">
      <label className={isLabelHidden ? 'sr' : 'label'} htmlFor={id}>
        {label}
      </label>
      <span className="native-select">
        <select
          {...rest}
          id={id}
          className="select"
          value={value}
          onChange={({ target }) => onChange(target.value as T)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <Icon name="updown" size={14} />
      </span>
    </div>
  )
}
