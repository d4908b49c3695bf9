import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { Icon } from './icon.tsx'

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  hint?: ReactNode
  fault?: string | undefined
  /** Stands at the right of the label. */
  aside?: ReactNode
}

const Notes = ({ id, hint, fault }: { id: string; hint: ReactNode; fault: string | undefined }) =>
  fault ? (
    <p className="hint bad" id={id} role="alert">
      <Icon name="warning" size={14} />
      {fault}
    </p>
  ) : (
    hint && (
      <p className="hint" id={id}>
        {hint}
      </p>
    )
  )

export function Field({ label, hint, fault, aside, ...input }: FieldProps) {
  const id = useId()
  const noted = hint || fault ? `${id}-note` : undefined
  return (
    <div className="field">
      <div className="label">
        <label htmlFor={id}>{label}</label>
        {aside && <span className="push faint">{aside}</span>}
      </div>
      <input
        id={id}
        className={`input ${fault ? 'bad' : ''}`}
        aria-invalid={Boolean(fault)}
        aria-describedby={noted}
        {...input}
      />
      <Notes id={`${id}-note`} hint={hint} fault={fault} />
    </div>
  )
}

type PasswordProps = Omit<FieldProps, 'type'> & { words: { show: string; hide: string } }

export function PasswordField({ label, hint, fault, aside, words, ...input }: PasswordProps) {
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="field">
      <div className="label">
        <label htmlFor={id}>{label}</label>
        {aside && <span className="push faint">{aside}</span>}
      </div>
      <div className={`input with-button ${fault ? 'bad' : ''}`}>
        <input
          id={id}
          type={isShown ? 'text' : 'password'}
          aria-invalid={Boolean(fault)}
          aria-describedby={hint || fault ? `${id}-note` : undefined}
          {...input}
        />
        <button
          type="button"
          aria-label={isShown ? words.hide : words.show}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon name={isShown ? 'eye-off' : 'eye'} />
        </button>
      </div>
      <Notes id={`${id}-note`} hint={hint} fault={fault} />
    </div>
  )
}
