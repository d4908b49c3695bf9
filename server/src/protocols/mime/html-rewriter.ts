import { Parser } from 'htmlparser2'
import { voidElements } from '../../platform/text/html-depth.ts'
import { allowedTags, discardedWhole } from './html-allow-list.ts'
import { limits } from './limits.ts'

type Attributes = Record<string, string>
/** The attributes that an element may keep, in the words of the allow-list. */
export type JudgeAttributes = (tag: string, attributes: Attributes) => Attributes

const shown: ReadonlySet<string> = new Set(allowedTags)
const silent: ReadonlySet<string> = new Set(discardedWhole)

const special = /[&<>"]/g
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const anyInText = /[&<>]/
const anyInValue = /[&<>"]/
const named = (sign: string) => entities[sign] ?? ''

const escapeText = (text: string) =>
  anyInText.test(text) ? text.replace(special, (sign) => (sign === '"' ? sign : named(sign))) : text
const escapeValue = (value: string) => (anyInValue.test(value) ? value.replace(special, named) : value)

function openingTag(name: string, attributes: Attributes): string {
  let tag = `<${name}`
  for (const attribute in attributes) {
    const value = attributes[attribute] ?? ''
    // An image without a text has an empty one; elsewhere nothing says nothing.
    if (value !== '' || attribute === 'alt') tag += ` ${attribute}="${escapeValue(value)}"`
  }
  return voidElements.has(name) ? `${tag} />` : `${tag}>`
}

/** Writes HTML anew from what a parser reads of it. */
class Rewriter {
  html = ''
  private readonly open: { name: string; hasEnd: boolean }[] = []
  /** How many are open from the one on whose text goes with it. */
  private silence = 0
  private readonly judge: JudgeAttributes

  constructor(judge: JudgeAttributes) {
    this.judge = judge
  }

  onopentag(name: string, attributes: Attributes) {
    if (this.silence > 0 || silent.has(name)) {
      this.silence++
      this.open.push({ name, hasEnd: false })
      return
    }
    // Also of elements that go: what they would have loaded is worth telling.
    const kept = this.judge(name, attributes)
    const stays = shown.has(name) && this.open.length < limits.shownDepth
    if (stays) this.html += openingTag(name, kept)
    this.open.push({ name, hasEnd: stays && !voidElements.has(name) })
  }

  ontext(text: string) {
    if (this.silence === 0) this.html += escapeText(text)
  }

  onclosetag(name: string) {
    const last = this.open[this.open.length - 1]
    // A tag that the source breaks off in is closed without having been opened.
    if (last?.name !== name) return
    this.open.pop()
    if (this.silence > 0) this.silence--
    if (last.hasEnd) this.html += `</${name}>`
  }
}

/**
 * The HTML that is left of foreign HTML. Safe by how it is made: nothing of the source is copied. Each element has a
 * name of the allow-list, each attribute was judged, and every `<`, `>` and `&` of a text, and `"` of a value, is
 * written as an entity; none of these elements makes a browser read its text as anything else.
 */
export function rewriteHtml(source: string, judge: JudgeAttributes): string {
  const rewriter = new Rewriter(judge)
  new Parser(rewriter, { decodeEntities: true }).end(source)
  return rewriter.html
}
