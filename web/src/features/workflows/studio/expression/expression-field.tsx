import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLook } from '../../../../lib/look.ts'
import { useWords } from '../../../../lib/words/words.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { usePreview } from '../preview/preview.ts'
import { type Completion, complete } from './complete.ts'
import { evaluate, type Result, shownValue } from './evaluate.ts'
import { expressionWords } from './expression.words.ts'
import { highlight, withFault } from './highlight.ts'

type ExpressionFieldProps = {
  id?: string
  label: string
  value: string
  isLong?: boolean
  placeholder?: string | undefined
  describedBy?: string | undefined
  isInvalid?: boolean
  /** Plain words to offer outside of expressions, such as addresses. */
  suggestions?: readonly string[]
  onChange(value: string): void
}

const noScope = {}

function ResultLine({ result, id }: { result: Result; id: string }) {
  const t = useWords(expressionWords)
  const locale = useLook((look) => look.locale)
  if (result.kind === 'none') return null
  if (result.kind === 'fault')
    return (
      <p className="ex-result bad" id={id}>
        <Icon name="warning" size={14} />
        {result.fault.message[locale]}
      </p>
    )
  if (result.kind === 'unknown')
    return (
      <p className="ex-result faint" id={id} title={result.fault.message[locale]}>
        {t.unknown}
      </p>
    )
  const text = shownValue(result.value)
  return (
    <p className="ex-result" id={id}>
      <span className="faint">=</span>
      <output className="mono">{text === '' ? t.empty : text}</output>
    </p>
  )
}

/** The words that begin with what is typed since the last comma. */
function plainOffer(text: string, cursor: number, suggestions: readonly string[]) {
  const from = text.lastIndexOf(',', cursor - 1) + 1
  const start = text.slice(from, cursor).trim().toLowerCase()
  if (start === '' || text.includes('{{')) return undefined
  const options = suggestions
    .filter((one) => one.toLowerCase().includes(start) && one.toLowerCase() !== start)
    .slice(0, 8)
    .map((label): Completion => ({ label, detail: '', kind: 'path', insert: label }))
  return options.length > 0 ? { from: cursor - start.length, options } : undefined
}

/** A text that may hold expressions: coloured, completed, checked, and shown as it would be on a real mail. */
export function ExpressionField(props: ExpressionFieldProps) {
  const {
    label,
    value,
    isLong = false,
    placeholder,
    describedBy,
    isInvalid = false,
    suggestions = [],
  } = props
  const t = useWords(expressionWords)
  const own = useId()
  const id = props.id ?? own
  const locale = useLook((look) => look.locale)
  const { scope } = usePreview()
  const area = useRef<HTMLTextAreaElement>(null)
  const [cursor, setCursor] = useState<number>()
  const [at, setAt] = useState(0)
  const result = useMemo(() => evaluate(value, scope), [value, scope])
  const fault = result.kind === 'fault' ? result.fault : undefined
  const pieces = useMemo(() => withFault(highlight(value), fault), [value, fault])
  const offer =
    cursor === undefined
      ? undefined
      : (complete(value, cursor, scope ?? noScope, locale) ?? plainOffer(value, cursor, suggestions))
  const chosen = offer?.options[Math.min(at, offer.options.length - 1)]
  const pending = useRef<number>(undefined)
  // The cursor is put behind what was inserted once the new text is there.
  useLayoutEffect(() => {
    if (pending.current === undefined) return
    area.current?.setSelectionRange(pending.current, pending.current)
    pending.current = undefined
  })
  const put = (text: string, place: number) => {
    pending.current = place
    props.onChange(text)
  }
  const take = (option: Completion) => {
    if (!offer || cursor === undefined) return
    const text = value.slice(0, offer.from) + option.insert + value.slice(cursor)
    put(text, offer.from + option.insert.length)
    setCursor(
      option.kind === 'path' && option.detail === '{…}' ? offer.from + option.insert.length : undefined,
    )
    setAt(0)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const target = event.currentTarget
    if (offer && chosen) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        const by = event.key === 'ArrowDown' ? 1 : -1
        return setAt((now) => (now + by + offer.options.length) % offer.options.length)
      }
      if (event.key === 'Tab' || event.key === 'Enter') {
        event.preventDefault()
        return take(chosen)
      }
      if (event.key === 'Escape') {
        event.preventDefault()
        return setCursor(undefined)
      }
    }
    if (event.key === 'Enter' && !isLong && !event.ctrlKey && !event.metaKey) return event.preventDefault()
    if (event.key === '{' && target.value[target.selectionStart - 1] === '{') {
      // The second brace also brings the closing ones.
      event.preventDefault()
      const place = target.selectionStart
      put(`${value.slice(0, place)}{  }}${value.slice(target.selectionEnd)}`, place + 2)
      setCursor(place + 2)
      setAt(0)
    }
  }
  return (
    <div className="ex">
      <div className={`ex-box ${isLong ? 'long' : ''}`} data-bad={fault || isInvalid ? '' : undefined}>
        <div className="ex-mirror" aria-hidden="true">
          {pieces.map(({ text, kind, at: place, isFault }) => (
            <span key={place} className={`c-${kind} ${isFault ? 'c-fault' : ''}`}>
              {text}
            </span>
          ))}
          {'\u200b'}
        </div>
        <textarea
          ref={area}
          id={id}
          className="ex-area"
          rows={1}
          value={value}
          placeholder={placeholder}
          spellCheck={isLong}
          aria-label={label}
          aria-invalid={fault !== undefined || isInvalid}
          aria-describedby={
            [result.kind === 'none' ? '' : `${id}-result`, describedBy ?? ''].join(' ').trim() || undefined
          }
          aria-autocomplete="list"
          aria-controls={offer && `${id}-offer`}
          aria-activedescendant={offer && chosen ? `${id}-${chosen.label}` : undefined}
          onChange={({ target }) => {
            props.onChange(isLong ? target.value : target.value.replaceAll('\n', ' '))
            setCursor(target.selectionStart)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setCursor(undefined)}
        />
      </div>
      {offer && (
        <div className="ex-offer float" id={`${id}-offer`} role="listbox" aria-label={t.options}>
          {offer.options.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
            <div
              key={option.label}
              id={`${id}-${option.label}`}
              role="option"
              aria-selected={option === chosen}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(option)}
            >
              <Icon name={option.kind === 'function' ? 'braces' : 'dot'} size={14} />
              <span className="mono">{option.label}</span>
              <span className="cut faint">{option.detail}</span>
            </div>
          ))}
        </div>
      )}
      <ResultLine result={result} id={`${id}-result`} />
    </div>
  )
}
