// The SQL in a source file: its templates and the strings that start like a statement.

/** Stands for `${…}` in the text of a template. */
export const hole = '\u0000'

export type SqlText = { text: string; line: number }

const startsLikeSql =
  /^\s*(with|select|insert|update|delete|merge|truncate|lock|alter|create|drop|copy|table)\s/i

// A slash after one of these starts a regular expression, after anything else it divides.
const beforeRegExp = /(^|[=(,:;!&|?{}[+*%<>~^-]|\b(return|typeof|case|in|of|await))\s*$/

/** Reads TypeScript just well enough to tell templates, strings, comments and regular expressions apart. */
class Reader {
  readonly found: SqlText[] = []
  private at = 0
  private readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Up to the end of the file, or to the bracket that closes `${`. */
  code(isHole: boolean): void {
    let depth = 0
    while (this.at < this.text.length) {
      const char = this.text[this.at] as string
      const rest = this.text.slice(this.at, this.at + 2)
      if (rest === '//') this.skipTo('\n')
      else if (rest === '/*') this.skipTo('*/')
      else if (char === '/' && beforeRegExp.test(this.text.slice(Math.max(0, this.at - 40), this.at)))
        this.regExp()
      else if (char === "'" || char === '"') this.string(char)
      else if (char === '`') this.template()
      else {
        this.at++
        if (char === '{') depth++
        if (char === '}' && depth-- === 0 && isHole) return
      }
    }
  }

  private skipTo(end: string) {
    const found = this.text.indexOf(end, this.at + 2)
    this.at = found < 0 ? this.text.length : found + end.length
  }

  private regExp() {
    let inClass = false
    for (this.at++; this.at < this.text.length; this.at++) {
      const char = this.text[this.at]
      if (char === '\\') this.at++
      else if (char === '[') inClass = true
      else if (char === ']') inClass = false
      else if (char === '\n' || (char === '/' && !inClass)) break
    }
    this.at++
  }

  private string(quote: string) {
    const start = ++this.at
    while (this.at < this.text.length && this.text[this.at] !== quote && this.text[this.at] !== '\n')
      this.at += this.text[this.at] === '\\' ? 2 : 1
    const text = this.text.slice(start, this.at++)
    if (startsLikeSql.test(text)) this.found.push({ text, line: this.lineAt(start) })
  }

  private template() {
    const isTagged = /[\w)>]$/.test(this.text.slice(0, this.at))
    const start = ++this.at
    let text = ''
    while (this.at < this.text.length && this.text[this.at] !== '`') {
      if (this.text.startsWith('${', this.at)) {
        this.at += 2
        this.code(true)
        text += hole
      } else if (this.text[this.at] === '\\') {
        text += this.text.slice(this.at, this.at + 2)
        this.at += 2
      } else text += this.text[this.at++]
    }
    this.at++
    if (isTagged || startsLikeSql.test(text)) this.found.push({ text, line: this.lineAt(start) })
  }

  private lineAt(position: number): number {
    return this.text.slice(0, position).split('\n').length
  }
}

/** Fragments inside `${…}` are texts of their own. */
export function sqlTextsOf(source: string): SqlText[] {
  const reader = new Reader(source)
  reader.code(false)
  return reader.found
}
