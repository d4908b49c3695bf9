import { useEffect, useRef, useState } from 'react'
import { useCommands } from '../../../lib/keyboard/commands.ts'
import { useWords } from '../../../lib/words/words.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Attachment } from '../messages.types.ts'
import { messageWords } from '../messages.words.ts'
import { openPdf, type PdfFile } from './pdf-pages.ts'

const maxPages = 20
// A file that takes longer is broken, or made to keep us busy.
const patienceMs = 30_000

const inTime = <T,>(work: Promise<T>) =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('timed out')), patienceMs)),
  ])

async function fetchPdf(url: string, signal: AbortSignal) {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`answered ${response.status}`)
  return openPdf(await response.arrayBuffer(), signal)
}

/** The opened file; its worker ends with the preview, and when it is of no use. */
function usePdf(url: string) {
  const [file, setFile] = useState<PdfFile>()
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    if (isBroken) return
    const leaving = new AbortController()
    inTime(fetchPdf(url, leaving.signal)).then(setFile, () => !leaving.signal.aborted && setIsBroken(true))
    return () => leaving.abort()
  }, [url, isBroken])
  return { file, isBroken, onBroken: () => setIsBroken(true) }
}

type PageProps = { file: PdfFile; page: number; isDue: boolean; onDrawn(): void; onBroken(): void }

function Page({ file, page, isDue, onDrawn, onBroken }: PageProps) {
  const t = useWords(messageWords).message
  const canvas = useRef<HTMLCanvasElement>(null)
  const [text, setText] = useState('')
  const done = useRef({ onDrawn, onBroken })
  done.current = { onDrawn, onBroken }
  useEffect(() => {
    if (!isDue || !canvas.current) return
    let isGone = false
    inTime(file.draw(page, canvas.current)).then(
      (found) => {
        if (isGone) return
        setText(found)
        done.current.onDrawn()
      },
      () => !isGone && done.current.onBroken(),
    )
    return () => {
      isGone = true
    }
  }, [file, page, isDue])
  return (
    <li>
      <canvas ref={canvas} role="img" aria-label={t.page(page, file.pages)} />
      <p className="sr">{text}</p>
    </li>
  )
}

/** The pages of a PDF as pictures, one drawn after the other. */
export default function PdfPreview({ attachment, onClose }: { attachment: Attachment; onClose(): void }) {
  const t = useWords(messageWords).message
  useCommands([], { isModal: true })
  const { file, isBroken, onBroken } = usePdf(attachment.downloadUrl)
  const [drawn, setDrawn] = useState(0)
  const shown = Math.min(file?.pages ?? 0, maxPages)
  return (
    <Dialog title={attachment.filename} className="dialog pdf-preview" onClose={onClose}>
      {isBroken ? (
        <p className="body">{t.pdfBroken}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
        <ol className="pdf-pages" tabIndex={0} aria-label={t.pages} aria-busy={!file || drawn < shown}>
          {file &&
            Array.from({ length: shown }, (_, index) => index + 1).map((page) => (
              <Page
                key={page}
                file={file}
                page={page}
                isDue={page <= drawn + 1}
                onDrawn={() => setDrawn((now) => Math.max(now, page))}
                onBroken={onBroken}
              />
            ))}
        </ol>
      )}
      <footer>
        {file && !isBroken && (
          <span className="xs muted num">
            {file.pages > shown ? t.firstPages(shown, file.pages) : t.pageCount(file.pages)}
          </span>
        )}
        <a className="btn small push" href={attachment.downloadUrl} download={attachment.filename}>
          <Icon name="download" />
          {t.download(attachment.filename)}
        </a>
        <IconButton icon="close" label={t.closeImage} onClick={onClose} />
      </footer>
    </Dialog>
  )
}
