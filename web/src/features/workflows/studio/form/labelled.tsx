import { type ReactNode, useId } from 'react'
import { Icon } from '../../../../ui/icon.tsx'
import { type Place, useField } from './field-context.ts'

type LabelledProps = Place & {
  aside?: ReactNode
  /** Gets the id for its control, and that of what describes it. */
  children(ids: { id: string; describedBy: string | undefined; title: string; isInvalid: boolean }): ReactNode
}

/** A title, a control, and a hint or what is wrong. */
export function Labelled({ path, pointer, aside, children }: LabelledProps) {
  const id = useId()
  const { title, hint, problem } = useField({ path, pointer })
  const note = problem ?? hint
  return (
    <div className="field">
      <div className="label">
        <label htmlFor={id}>{title}</label>
        {aside && <span className="push">{aside}</span>}
      </div>
      {children({
        id,
        title,
        describedBy: note ? `${id}-note` : undefined,
        isInvalid: problem !== undefined,
      })}
      {note && (
        <p className={`hint ${problem ? 'bad' : ''}`} id={`${id}-note`}>
          {problem && <Icon name="warning" size={14} />}
          {note}
        </p>
      )}
    </div>
  )
}
