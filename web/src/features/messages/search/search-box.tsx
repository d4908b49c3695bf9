import { type RefObject, useEffect, useState } from 'react'
import { useWords } from '../../../lib/words/words.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { usePlace } from '../list/use-place.ts'
import { messageWords } from '../messages.words.ts'
import type { Place } from '../place.ts'
import { operators, withOperator } from './operators.ts'

type SearchBoxProps = {
  place: Place
  narrow: ReturnType<typeof usePlace>['narrow']
  input: RefObject<HTMLInputElement | null>
}

/** Searches the folder, or everywhere; the operators are offered as one types. */
export function SearchBox({ place, narrow, input }: SearchBoxProps) {
  const t = useWords(messageWords).search
  const [text, setText] = useState(place.q ?? '')
  const [isActive, setIsActive] = useState(false)
  useEffect(() => setText(place.q ?? ''), [place.q])
  const search = (q: string) => {
    setText(q)
    void narrow({ q: q.trim() || undefined, everywhere: q.trim() ? place.everywhere : undefined })
  }
  const insert = (operator: string) => {
    const next = withOperator(text, operator)
    setText(next)
    input.current?.focus()
    if (!operator.endsWith(':')) search(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element search is not known to all supported browsers.
    <form
      role="search"
      className="search-box"
      onSubmit={(event) => {
        event.preventDefault()
        search(text)
        input.current?.blur()
      }}
      onFocus={() => setIsActive(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsActive(false)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        // A field for searching would empty itself.
        event.preventDefault()
        if (text !== (place.q ?? '')) setText(place.q ?? '')
        input.current?.blur()
      }}
    >
      <div className="input">
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          enterKeyHint="search"
          placeholder={t.placeholder}
          aria-label={t.label}
          aria-keyshortcuts="/"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {text && (
          <button type="button" aria-label={t.clear} onClick={() => search('')}>
            <Icon name="close" size={14} />
          </button>
        )}
      </div>
      {isActive && (
        <div className="operators">
          <span className="over">{t.hint}</span>
          {operators.map(({ id, text: operator }) => (
            <button key={id} type="button" className="chip" onClick={() => insert(operator)}>
              <b className="mono">{operator}</b>
              {t.operators[id]}
            </button>
          ))}
        </div>
      )}
      {place.q && (
        <label className="everywhere">
          <input
            type="checkbox"
            checked={place.everywhere ?? false}
            onChange={({ target }) => void narrow({ everywhere: target.checked || undefined })}
          />
          {t.everywhere}
        </label>
      )}
    </form>
  )
}
