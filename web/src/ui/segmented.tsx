import type { ReactNode } from 'react'

type Choice<T extends string> = { value: T; label: ReactNode; lang?: string }

type SegmentedProps<T extends string> = {
  label: string
  value: T
  choices: readonly Choice<T>[]
  onChange(value: T): void
}

/** A few choices, of which one holds. */
export const Segmented = <T extends string>({ label, value, choices, onChange }: SegmentedProps<T>) => (
  <fieldset className="segmented small">
    <legend className="sr">{label}</legend>
    {choices.map((choice) => (
      <button
        key={choice.value}
        type="button"
        lang={choice.lang}
        aria-pressed={choice.value === value}
        onClick={() => onChange(choice.value)}
      >
        {choice.label}
      </button>
    ))}
  </fieldset>
)
