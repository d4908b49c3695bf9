// Reads a PDF from its standard input and writes the text that a person can see of it. It runs with a limit of CPU time
// and memory, may be killed at any moment, and may read no files but its own. It imports nothing but the library.
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Box } from './geometry.ts'
import { limits } from './limits.ts'
import { visibleText } from './visible-text.ts'

const resource = (folder: string) =>
  decodeURIComponent(
    new URL(`../../${folder}/`, import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')).pathname,
  )

async function readInput(): Promise<Uint8Array> {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(part)
  return new Uint8Array(Buffer.concat(parts))
}

async function readPage(file: PDFDocumentProxy, number: number): Promise<string> {
  const page = await file.getPage(number)
  const layers = await file.getOptionalContentConfig()
  // No annotations: comments and form fields are not part of the page.
  const operators = await page.getOperatorList({ annotationMode: 0 })
  const text = visibleText(operators, {
    view: page.view as unknown as Box,
    fontOf: (name) => (page.commonObjs.has(name) ? page.commonObjs.get(name) : undefined),
    isShown: (layer) => layers.isVisible(layer),
  })
  page.cleanup()
  return text
}

async function readText(data: Uint8Array): Promise<string> {
  const file = await getDocument({
    data,
    verbosity: 0,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    // No picture is decoded.
    maxImageSize: 1,
    cMapUrl: resource('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: resource('standard_fonts'),
  }).promise
  let text = ''
  for (let page = 1; page <= Math.min(file.numPages, limits.pages) && text.length < limits.characters; page++)
    text += `${text && '\n\n'}${await readPage(file, page)}`
  return text.trim().slice(0, limits.characters)
}

process.stdout.write(await readText(await readInput()), () => process.exit(0))
