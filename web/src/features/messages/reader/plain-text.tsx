import { Fragment, useState } from 'react'
import { useWords } from '../../../lib/words/words.ts'
import { Icon } from '../../../ui/icon.tsx'
import { messageWords } from '../messages.words.ts'
import { splitQuote } from './split-quote.ts'

const link = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'’])/g

const Linked = ({ text }: { text: string }) =>
  text.split(link).map(
    (part, index) =>
      // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of a fixed text.
      index % 2 === 1 ? (
        <a key={index} className="link" href={part} target="_blank" rel="noopener noreferrer">
          {part}
        </a>
      ) : (
        <Fragment key={index}>{part}</Fragment>
      ),
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of a fixed text.
  )

/** A mail without HTML. */
export function PlainText({ text }: { text: string }) {
  const t = useWords(messageWords).message
  const [showsQuote, setShowsQuote] = useState(false)
  const { own, quote } = splitQuote(text)
  return (
    <>
      <div className="plain-text">
        <Linked text={own} />
      </div>
      {quote && (
        <>
          <button
            type="button"
            className="quoted"
            aria-expanded={showsQuote}
            onClick={() => setShowsQuote(!showsQuote)}
          >
            <Icon name="more" size={12} />
            {showsQuote ? t.hideQuoted : t.quoted}
          </button>
          {showsQuote && (
            <div className="plain-text quote">
              <Linked text={quote} />
            </div>
          )}
        </>
      )}
    </>
  )
}
