import { useWords } from '../../../lib/words/words.ts'
import { IconButton } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { runWords } from '../executions.words.ts'

const maxShown = 60_000
const tokens = /("(?:\\.|[^"\\])*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/g

/** Pieces of a JSON text with what each is. */
function piecesOf(text: string) {
  const pieces: { text: string; kind: 'path' | 'text' | 'number' | undefined }[] = []
  let at = 0
  for (const match of text.matchAll(tokens)) {
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), kind: undefined })
    const kind = match[2] !== undefined ? 'path' : match[1] !== undefined ? 'text' : 'number'
    pieces.push({ text: match[0], kind })
    at = match.index + match[0].length
  }
  return [...pieces, { text: text.slice(at), kind: undefined }]
}

/** A value as JSON, to read and to copy. */
export function JsonView({
  label,
  value,
  isCut = false,
}: {
  label: string
  value: unknown
  isCut?: boolean
}) {
  const t = useWords(runWords)
  const whole = JSON.stringify(value, null, 2) ?? ''
  const text = whole.slice(0, maxShown)
  const copy = () =>
    navigator.clipboard.writeText(whole).then(
      () => showToast({ icon: 'copy', text: t.copiedText }),
      () => undefined,
    )
  return (
    <div className="json">
      {(isCut || whole.length > maxShown) && <p className="hint">{t.truncated}</p>}
      <IconButton className="json-copy" icon="copy" label={t.copy} onClick={() => void copy()} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a value that scrolls, not a part of the page. */}
      <pre className="mono" tabIndex={0} role="region" aria-label={label}>
        {piecesOf(text).map(({ text: piece, kind }, at) =>
          kind ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change their place.
            <span key={at} className={`code-${kind}`}>
              {piece}
            </span>
          ) : (
            piece
          ),
        )}
      </pre>
    </div>
  )
}
