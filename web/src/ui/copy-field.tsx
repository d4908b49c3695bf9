import { useId, useRef, useState } from 'react'
import { Button } from './button.tsx'

type CopyFieldProps = { label: string; value: string; words: { copy: string; copied: string } }

/** A text to take elsewhere: selected by a click, copied by its button. */
export function CopyField({ label, value, words }: CopyFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    input.current?.select()
    // Without a secure connection browsers offer no clipboard; the text is selected then.
    await navigator.clipboard?.writeText(value).then(
      () => setIsCopied(true),
      () => undefined,
    )
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className="row">
        <input
          ref={input}
          id={id}
          className="input mono"
          readOnly
          value={value}
          onFocus={({ target }) => target.select()}
        />
        <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
          <span aria-live="polite">{isCopied ? words.copied : words.copy}</span>
        </Button>
      </div>
    </div>
  )
}
