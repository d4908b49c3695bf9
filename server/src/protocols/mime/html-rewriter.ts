import { Parser } from 'htmlparser2'
import { voidElements } from '../../platform/text/html-depth.ts'
import { allowedTags, discardedWhole } from './html-allow-list.ts'
import { limits } from './limits.ts'

type Attributes = Record<string, string>
export type RewriteRules = {
  /** Returns the attributes that an element may keep. */
  filter(tag: string, attributes: Attributes): Attributes
  /** The name that an element is written under, if another one. */
  rename?(tag: string, kept: Attributes): string
  /** Called with what is removed, to report what it would have loaded. */
  onDiscarded(tag: string, attributes: Attributes): void
  onStyleSheet(css: string): void
}

const keptTags: ReadonlySet<string> = new Set(allowedTags)
const discardedTags: ReadonlySet<string> = new Set(discardedWhole)

const escapable = /[&<>"]/g
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const anyInText = /[&<>]/
const anyInValue = /[&<>"]/
const toEntity = (sign: string) => entities[sign] ?? ''

const escapeText = (text: string) =>
  anyInText.test(text) ? text.replace(escapable, (sign) => (sign === '"' ? sign : toEntity(sign))) : text
const escapeValue = (value: string) => (anyInValue.test(value) ? value.replace(escapable, toEntity) : value)

function openingTag(name: string, attributes: Attributes): string {
  let tag = `<${name}`
  for (const attribute in attributes) {
    const value = attributes[attribute] ?? ''
    // An empty alt is meaningful; other empty attributes are dropped.
    if (value !== '' || attribute === 'alt') tag += ` ${attribute}="${escapeValue(value)}"`
  }
  return voidElements.has(name) ? `${tag} />` : `${tag}>`
}

/** Serialises HTML from parser events. */
class Rewriter {
  html = ''
  /** `written`: the name of its end tag, empty without one. */
  private readonly open: { name: string; written: string }[] = []
  /** The number of open elements from the outermost discarded one on. */
  private discardDepth = 0
  private styleSheet = ''
  private readonly rules: RewriteRules

  constructor(rules: RewriteRules) {
    this.rules = rules
  }

  onopentag(name: string, attributes: Attributes) {
    if (this.discardDepth > 0 || discardedTags.has(name)) {
      this.rules.onDiscarded(name, attributes)
      this.discardDepth++
      this.open.push({ name, written: '' })
      return
    }
    // Also called for removed elements, to report what they would have loaded.
    const kept = this.rules.filter(name, attributes)
    const written = this.rules.rename?.(name, kept) ?? name
    const stays = keptTags.has(written) && this.open.length < limits.shownDepth
    if (stays) this.html += openingTag(written, kept)
    this.open.push({ name, written: stays && !voidElements.has(written) ? written : '' })
  }

  ontext(text: string) {
    if (this.discardDepth === 0) this.html += escapeText(text)
    else if (this.open[this.open.length - 1]?.name === 'style') this.styleSheet += text
  }

  onclosetag(name: string) {
    const last = this.open[this.open.length - 1]
    // A tag truncated at the end of the source is closed without having been opened.
    if (last?.name !== name) return
    this.open.pop()
    if (this.discardDepth > 0) this.discardDepth--
    if (last.written !== '') this.html += `</${last.written}>`
    if (name === 'style') {
      this.rules.onStyleSheet(this.styleSheet)
      this.styleSheet = ''
    }
  }
}

/**
 * Rewrites untrusted HTML. Safe by construction: nothing of the source is copied. Element names come from the
 * allow-list, attributes are filtered, and every `<`, `>` and `&` in text, and `"` in a value, is written as an entity;
 * none of the allowed elements makes a browser parse its text as anything else.
 */
export function rewriteHtml(source: string, rules: RewriteRules): string {
  const rewriter = new Rewriter(rules)
  // Without entities to look for, the parser skips from tag to tag.
  new Parser(rewriter, { decodeEntities: source.includes('&') }).end(source)
  return rewriter.html
}
