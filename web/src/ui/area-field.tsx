import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react'
import { Icon } from './icon.tsx'

type AreaFieldProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  label: string
  hint?: ReactNode
  fault?: string | undefined
}

/** A text of several lines. */
export function AreaField({ label, hint, fault, ...area }: AreaFieldProps) {
  const id = useId()
  const note = fault ?? hint
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={`area ${fault ? 'bad' : ''}`}
        aria-invalid={Boolean(fault)}
        aria-describedby={note ? `${id}-note` : undefined}
        {...area}
      />
      {note && (
        <p className={`hint ${fault ? 'bad' : ''}`} id={`${id}-note`} role={fault ? 'alert' : undefined}>
          {fault && <Icon name="warning" size={14} />}
          {note}
        </p>
      )}
    </div>
  )
}
