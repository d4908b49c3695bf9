import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import ParserWorker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker'

// A small file can claim huge pages and images.
const maxCanvasPixels = 4_000_000
const maxImagePixels = 16_000_000
const maxWidth = 900
const maxTextLength = 20_000

export type PdfFile = {
  pages: number
  /** Draws a page; returns its text. */
  draw(page: number, canvas: HTMLCanvasElement): Promise<string>
}

function viewportOf(page: PDFPageProxy) {
  const { width, height } = page.getViewport({ scale: 1 })
  const wanted = (Math.min(maxWidth, innerWidth) / width) * Math.min(devicePixelRatio, 2)
  const scale = Math.min(wanted, Math.sqrt(maxCanvasPixels / (width * height)))
  return page.getViewport({ scale })
}

async function draw(file: PDFDocumentProxy, number: number, canvas: HTMLCanvasElement) {
  const page = await file.getPage(number)
  const viewport = viewportOf(page)
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  await page.render({ canvas, viewport }).promise
  const { items } = await page.getTextContent()
  page.cleanup()
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  return text.slice(0, maxTextLength)
}

/**
 * Opens a PDF. It is parsed in a worker, which the policy of its own response keeps from every request and from making
 * code; pages become pixels. Scripts, links, forms and files inside of it are never looked at. The signal ends the
 * worker, whatever it does.
 */
export async function openPdf(data: ArrayBuffer, signal: AbortSignal): Promise<PdfFile> {
  signal.throwIfAborted()
  const port = new ParserWorker()
  const worker = PDFWorker.create({ port })
  signal.addEventListener('abort', () => {
    worker.destroy()
    port.terminate()
  })
  const file = await getDocument({
    data,
    worker,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    maxImageSize: maxImagePixels,
    canvasMaxAreaInBytes: maxImagePixels * 4,
  }).promise
  return { pages: file.numPages, draw: (page, canvas) => draw(file, page, canvas) }
}
