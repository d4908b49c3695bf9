// CSV as spreadsheets write and read it (RFC 4180), with the separators that they use.

export type CsvLine = { line: number; cells: string[] }

const separators = [',', ';', '\t']

/** The most frequent separator in the first line, outside quotes. */
function separatorOf(text: string): string {
  let quoted = false
  const counts = new Map(separators.map((separator) => [separator, 0]))
  for (const character of text) {
    if (character === '"') quoted = !quoted
    if (!quoted && (character === '\n' || character === '\r')) break
    if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  return separators.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0] ?? ','
}

type Field = { value: string; end: number; lines: number }

/** An unclosed quote extends to the end. */
function quotedField(text: string, start: number): Field {
  let value = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    const end = quote === -1 ? text.length : quote
    value += text.slice(from, end)
    if (text[end + 1] !== '"') return { value, end: end + 1, lines: value.split('\n').length - 1 }
    value += '"'
    from = end + 2
  }
}

function plainField(text: string, start: number, separator: string): Field {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
  return { value: text.slice(start, end), end, lines: 0 }
}

/** Yields records with the number of the line they start on. Skips empty lines. */
export function* parseCsv(text: string): Generator<CsvLine> {
  const separator = separatorOf(text)
  let [at, line] = [text.startsWith('\ufeff') ? 1 : 0, 1]
  while (at < text.length) {
    const startLine = line
    const cells: string[] = []
    for (;;) {
      const first = text[at] === '"' ? quotedField(text, at) : plainField(text, at, separator)
      // Text after a closing quote still belongs to the cell.
      const rest = plainField(text, first.end, separator)
      cells.push(first.value + (rest.end > first.end ? rest.value : ''))
      line += first.lines
      at = rest.end
      if (text[at] !== separator) break
      at++
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    line++
    if (cells.some((cell) => cell !== '')) yield { line: startLine, cells }
  }
}

/** UTF-8, or else Windows-1252, as written by Western spreadsheets. */
export function decodeCsv(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

// Spreadsheets read full-width signs as the usual ones, and skip spaces, invisible characters and quotation marks.
const formula = /^[\s\p{Cc}\p{Cf}"“”＂]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|^[\t\r\n]/u
const apostrophe = /^'/

/** Prefixes an apostrophe to text that a spreadsheet would evaluate (OWASP, "CSV Injection"). */
export const protectText = (text: string) => (formula.test(text) || isProtected(text) ? `'${text}` : text)
export const unprotectText = (text: string) => (isProtected(text) ? text.replace(apostrophe, '') : text)

/** Whether the text starts with an apostrophe that importing it again would remove. */
function isProtected(text: string): boolean {
  const rest = text.replace(/^'+/, '')
  return rest !== text && formula.test(rest)
}

const special = /[",;\t\r\n]|^\s|\s$/

const csvCell = (cell: string) => (special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const csvLine = (cells: string[]) => `${cells.map(csvCell).join(',')}\r\n`
