import { useState } from 'react'
import { noteTyped, typedSoFar } from '../lib/typed-ahead.ts'
import { useWords } from '../lib/words/words.ts'
import { typedAheadWords } from './typed-ahead.words.ts'

/**
 * Stands in for a text field whose code is still loading: it has the focus, so that no letter is lost, and none is taken
 * for a key of the page. The field takes the text with `takeTyped`. With `isFirst`, nothing typed before belongs to it.
 */
export function TypedAheadField({ isFirst = false }: { isFirst?: boolean }) {
  const t = useWords(typedAheadWords)
  const [typed] = useState(() => {
    if (isFirst) noteTyped('')
    return typedSoFar()
  })
  return (
    <textarea
      className="typed-ahead"
      aria-label={t.loading}
      aria-busy="true"
      // biome-ignore lint/a11y/noAutofocus: the field that it stands in for was asked for.
      autoFocus
      defaultValue={typed}
      onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
      onChange={({ target }) => noteTyped(target.value)}
      // Ctrl+Enter must not send what is not in the mail yet.
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
    />
  )
}

/** The same where something is about to open that asks for text. */
export const TypedAhead = () => (
  <div className="sr">
    <TypedAheadField isFirst />
  </div>
)
