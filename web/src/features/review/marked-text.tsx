import { Fragment } from 'react'
import { type Part, partsOf, type Statement } from './parts-of.ts'

type MarkedTextProps = {
  text: string
  statements: readonly Statement[]
  current: number | undefined
  onVisit(index: number): void
}

type MarkProps = { part: Part; toCheck: boolean; isCurrent: boolean; onVisit(): void }

/** What stands nowhere can be reached with Tab, one after the other. */
const Mark = ({ part, toCheck, isCurrent, onVisit }: MarkProps) =>
  toCheck ? (
    <button
      type="button"
      className={`fact miss ${isCurrent ? 'on' : ''}`}
      onFocus={onVisit}
      onClick={onVisit}
    >
      {part.text}
    </button>
  ) : (
    <span className={`fact ${isCurrent ? 'on' : ''}`}>{part.text}</span>
  )

/** A draft with its statements: found ones are underlined, those that stand nowhere are marked. */
export const MarkedText = ({ text, statements, current, onVisit }: MarkedTextProps) => (
  <div className="letter plain-text">
    {partsOf(text, statements).map((part) => {
      const { index } = part
      if (index === undefined) return <Fragment key={part.start}>{part.text}</Fragment>
      return (
        <Mark
          key={part.start}
          part={part}
          toCheck={statements[index]?.toCheck ?? false}
          isCurrent={index === current}
          onVisit={() => onVisit(index)}
        />
      )
    })}
  </div>
)
