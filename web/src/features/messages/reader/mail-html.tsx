import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { dispatchKey } from '../../../lib/keyboard/commands.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Icon } from '../../../ui/icon.tsx'
import { messageWords } from '../messages.words.ts'
import { type Deceit, deceitOf, openLink } from './links.ts'
import { loadImages, setImagesAside } from './load-images.ts'
import { fillFrame, findQuote } from './mail-document.ts'

const LinkQuestion = lazy(() => import('./link-question.tsx'))

// Longer mails scroll inside of their frame.
const maxHeight = 20_000
const tolerance = 2

/** `id`: another one is another mail in the same frame. Without `html` the frame waits, hidden, for the next one. */
type MailHtmlProps = { id: string | undefined; html: string | undefined; title: string }

/** Makes the frame as high as its content, and again when images or the width change it. */
function followHeight(frame: HTMLIFrameElement, page: Document) {
  const follow = () => {
    const height = Math.min(maxHeight, Math.ceil(page.body.scrollHeight))
    if (Math.abs(frame.offsetHeight - height) >= tolerance) frame.style.height = `${height}px`
  }
  const observer = new ResizeObserver(follow)
  observer.observe(page.body)
  follow()
  return () => observer.disconnect()
}

/**
 * The HTML of a mail in a document of its own: no scripts by sandbox and by policy, no requests to other servers by
 * policy, and the service has sanitised it before.
 */
export function MailHtml({ id, html, title }: MailHtmlProps) {
  const t = useWords(messageWords).message
  const frame = useRef<HTMLIFrameElement>(null)
  const [page, setPage] = useState<Document>()
  const [hasQuote, setHasQuote] = useState(false)
  const [opened, setOpened] = useState({ id, showsQuote: false })
  if (opened.id !== id) setOpened({ id, showsQuote: false })
  const { showsQuote } = opened
  const [deceit, setDeceit] = useState<Deceit>()
  const look = useLook()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the look decides about the colours.
  useEffect(() => {
    if (!page || !frame.current) return
    if (html === undefined) return page.body.replaceChildren()
    fillFrame(page, setImagesAside(html))
    setHasQuote(findQuote(page) !== undefined)
    const stopImages = loadImages(page)
    const stopHeight = followHeight(frame.current, page)
    return () => {
      stopImages()
      stopHeight()
    }
  }, [page, html, look.theme, look.mode])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the quote exists once the frame is filled.
  useEffect(() => {
    const quote = page && findQuote(page)
    if (quote) quote.style.display = showsQuote ? '' : 'none'
  }, [page, html, look.theme, look.mode, showsQuote, hasQuote])

  useEffect(() => {
    if (!page) return
    const click = (event: MouseEvent) => {
      const link = (event.target as Element | null)?.closest?.('a')
      if (!link) return
      event.preventDefault()
      const found = deceitOf(link)
      if (found) setDeceit(found)
      else openLink(link.href)
    }
    page.addEventListener('click', click)
    page.addEventListener('keydown', dispatchKey)
    return () => {
      page.removeEventListener('click', click)
      page.removeEventListener('keydown', dispatchKey)
    }
  }, [page])

  return (
    <>
      <iframe
        ref={frame}
        className={html === undefined ? undefined : 'mail-frame'}
        src="/mail-frame.html"
        title={title}
        hidden={html === undefined}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        onLoad={() => setPage(frame.current?.contentDocument ?? undefined)}
      />
      {html !== undefined && hasQuote && (
        <button
          type="button"
          className="quoted"
          aria-expanded={showsQuote}
          onClick={() => setOpened({ id, showsQuote: !showsQuote })}
        >
          <Icon name="more" size={12} />
          {showsQuote ? t.hideQuoted : t.quoted}
        </button>
      )}
      <Suspense>{deceit && <LinkQuestion deceit={deceit} onClose={() => setDeceit(undefined)} />}</Suspense>
    </>
  )
}
