import {
  attributionStarts,
  deviceLines,
  forwardTitles,
  fromLabels,
  originalTitles,
  otherLabels,
  wroteWords,
} from './reply-words.ts'

// Strips the quoted original and the signature from a reply. Works line by line, in linear time: the patterns of
// email-reply-parser run over whole texts and took a millisecond for 6 KB. What is not clearly a quote stays: losing
// the writer's own words is worse than keeping a few of the original.

const divider = new RegExp(
  `^\\s*(?:[-_=—*]{2,}\\s*(?:${originalTitles})\\s*:?\\s*[-_=—*]*|(?:${forwardTitles})\\s?[:：])\\s*$`,
  'iu',
)
const mayDivide = /[:：]|^\s*[-_=—*]{2}/
const anyColon = /[:：]/
const label = (words: string) => new RegExp(`^[\\s*_|]*(?:${words})\\s?[*_]*\\s?[:：]`, 'iu')
const fromLine = label(fromLabels)
const otherLine = label(`${otherLabels}|${fromLabels}`)
const rule = /^\s*(?:[-_=*—]\s?){3,}$/
const separator = /^(?:--\s?|—|\u2013)$/
const longRule = /^(?:_{5,}|-{5,})$/
const device = new RegExp(`^[\\s*_<[(-]*(?:${deviceLines})[\\s*_>\\])。.!-]*$`, 'iu')

// One of these words is in every line of a device; most lines have none, and the full pattern is slow.
const mayNameDevice =
  /sent|outlook|envoy|gesend|meinem|nachricht|envia|invia|verzon|verst|skick|sendt|lähet|wysł|odes|odos|küld|trimis|gönder|отправ|надісл|στάλ|送信|보냄|보낸|발신|发自|發自|傳送|发送|gửi|dikirim|נשלח|رسل/iu

const wrote = new RegExp(
  `(?:^|[\\s\\d,:>)"”»\\]：\\p{sc=Han}\\p{sc=Hangul}\\p{sc=Hiragana}\\p{sc=Katakana}])(?:${wroteWords})(?=$|[\\s:：,(<])`,
  'iu',
)
const wroteAtEnd = new RegExp(`(?:${wroteWords})\\s*[:：]?\\s*$`, 'iu')
const start = new RegExp(`^(?:${attributionStarts})(?=[\\s,])`, 'iu')
const dateStart = /^(?:\p{L}{2,12}\.?,?\s+)?(?:\p{L}{2,12}\.?,?\s+)?\d{1,4}(?:[./年-]|\s+\p{L}|\.?\s)/u
const address = /[<[(]?[^\s<>[\]()]+@[^\s<>[\]()]+\.[^\s<>[\]()]+/u
const clock = /\d{1,2}[:.h]\d{2}|\d{1,2}\s?[時点시]/u
const day = /\b(?:19|20)\d{2}\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|年|\d{4}\.\s?\d{1,2}\./u
const pronoun =
  /(?:^|\s)(?:you|i|he|she|they|we|who|vous|tu|il|elle|ils|je|nous|qui|sie|du|er|ich|wir|ihr|usted|él|ella|lei|lui|você|u|jij|hij|zij|ik|ты|вы|он|она|я)\s+(?:had\s+|also\s+|m'|nous\s+)?(?:wrote|writes|a écrit|schrieb|schrieben|escribió|ha scritto|escreveu|schreef|писал|пишет|написал)\b/iu
const quoted = /^\s?[>|＞]/

const maxAttributionLines = 4
const maxAttribution = 400

/** Whether the text is an attribution: somebody wrote at some time, and nothing else. */
function isAttribution(text: string, isQuoteNext: boolean): boolean {
  if (text.length < 8 || text.length > maxAttribution) return false
  // Gmail in Japanese: `2025年11月3日(月) 10:00 山田 <y@x.jp>:`, without a verb.
  if (!wrote.test(text))
    return dateStart.test(text) && clock.test(text) && /<[^\s<>]+@[^\s<>]+>\s?[:：]$/u.test(text)
  const endsInColon = /[:：]\s*$/u.test(text)
  if (isQuoteNext) return endsInColon || wroteAtEnd.test(text)
  if (pronoun.test(text)) return false
  const hasAddress = address.test(text)
  if (!endsInColon && !(hasAddress && wroteAtEnd.test(text))) return false
  const isDated = day.test(text) && clock.test(text)
  if (start.test(text) || dateStart.test(text))
    return hasAddress || isDated || (day.test(text) && wroteAtEnd.test(text))
  // The name first: `Bob <b@x.org> wrote:`, `Bob schreef op 3 nov. 2025 om 10:00:`.
  return (
    (hasAddress && (wroteAtEnd.test(text) || isDated)) ||
    (isDated && /^\p{Lu}|^["“]/u.test(text) && text.length < 150)
  )
}

const mayBegin = (line: string) =>
  start.test(line) ||
  dateStart.test(line) ||
  (line.includes('@') && address.test(line)) ||
  wrote.test(line) ||
  clock.test(line)

const lastLetters = new Set(wroteWords.split('|').map((word) => word.at(-1) ?? ''))
const maxVerb = 40

/** Whether an attribution may end with this line. Most lines do not, and the patterns above are slow. */
function mayEnd(line: string): boolean {
  const last = line.at(-1) ?? ''
  if (last === ':' || last === '：') return true
  return lastLetters.has(last.toLowerCase()) && wroteAtEnd.test(line.slice(-maxVerb))
}

const nextText = (lines: readonly string[], from: number) => {
  for (let at = from; at < Math.min(lines.length, from + 3); at++)
    if ((lines[at] as string).trim() !== '') return lines[at] as string
  return ''
}

/** The number of lines of the attribution that begins here, 0 if none does. Mail programs wrap it over several. */
function attributionLength(lines: readonly string[], at: number): number {
  const first = (lines[at] as string).trim()
  if (first.length < 4 || first.length > 300) return 0
  let text = ''
  let isBegun = false
  for (let count = 1; count <= maxAttributionLines; count++) {
    const line = (lines[at + count - 1] ?? '').trim()
    if (line === '' || text.length + line.length > maxAttribution || quoted.test(line)) return 0
    text = text === '' ? line : `${text} ${line}`
    if (mayEnd(line)) {
      isBegun ||= mayBegin(first)
      if (!isBegun) return 0
      if (isAttribution(text, quoted.test(nextText(lines, at + count)))) return count
    }
    // Only an unfinished sentence continues.
    if (/[.!?。]$/u.test(line) && !/\d\.$/u.test(line)) return 0
  }
  return 0
}

const headerWindow = 6

/** A block of header fields, as Outlook writes it: the sender, and at least two more, or one with an address. */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  const line = lines[at] as string
  if (line.length > 400 || !anyColon.test(line) || !otherLine.test(line)) return false
  let fields = 0
  let hasFrom = false
  let hasAddress = false
  for (let next = at; next < Math.min(lines.length, at + headerWindow); next++) {
    const field = lines[next] as string
    if (field.trim() === '') {
      if (fields > 1) break
      continue
    }
    if (!otherLine.test(field)) {
      if (fields === 0 || !/^\s|[;,]\s*\S+$/u.test(field)) break
      continue
    }
    fields++
    hasFrom ||= fromLine.test(field)
    hasAddress ||= address.test(field)
  }
  return hasFrom && (fields >= 3 || (fields >= 2 && (hasAddress || fromLine.test(line))))
}

const maxLines = 5_000
/** A rule of dashes ends the text only if a signature could follow, not a chapter. */
const maxSignatureLines = 12

type StripOptions = { quotes: boolean; signature: boolean }
/** What to do with a line: keep it, skip some lines, or stop. */
type Verdict = { keep: true } | { keep: false; skip: number }
const keepLine: Verdict = { keep: true }
const stop: Verdict = { keep: false, skip: Number.POSITIVE_INFINITY }

function judgeQuote(lines: readonly string[], at: number, lastQuoted: number): Verdict {
  const line = lines[at] as string
  if (quoted.test(line) && /^[>＞]|^\s>/u.test(line)) return { keep: false, skip: 1 }
  if (line.trim() === '') return keepLine
  const length = line.length > 400 ? 0 : attributionLength(lines, at)
  // Inline replies continue below an attribution; without quoted lines after it, everything below is the original.
  if (length > 0) return lastQuoted >= at ? { keep: false, skip: length } : stop
  if (line.length <= 400 && mayDivide.test(line) && divider.test(line)) return stop
  if (isHeaderBlock(lines, at)) return stop
  return keepLine
}

function judgeSignature(lines: readonly string[], at: number): Verdict {
  const line = (lines[at] as string).trim()
  if (line === '' || line.length > 100) return keepLine
  if (separator.test(line)) return stop
  if (longRule.test(line)) {
    // Below a line of text it underlines a title.
    if ((lines[at - 1] ?? '').trim() !== '') return keepLine
    const rest = lines.slice(at + 1, at + 2 + 3 * maxSignatureLines).filter((next) => next.trim() !== '')
    return rest.length <= maxSignatureLines ? stop : keepLine
  }
  return mayNameDevice.test(line) && device.test(line) ? { keep: false, skip: 1 } : keepLine
}

function stripLines(text: string, without: StripOptions, maxLength = Number.POSITIVE_INFINITY): string {
  const lines = text.split('\n', maxLines)
  const lastQuoted = lines.findLastIndex((line) => line.startsWith('>'))
  const own: string[] = []
  let hasText = false
  let length = 0
  for (let at = 0; at < lines.length && length < maxLength; ) {
    let verdict = without.quotes ? judgeQuote(lines, at, lastQuoted) : keepLine
    if (verdict.keep && without.signature && hasText) verdict = judgeSignature(lines, at)
    if (!verdict.keep) {
      if (verdict === stop) break
      at += verdict.skip
      continue
    }
    const line = lines[at] as string
    own.push(line)
    length += line.length
    hasText ||= line.trim() !== ''
    at++
  }
  // The rule above a header block belongs to the original.
  while (
    own.length > 0 &&
    (own[own.length - 1]?.trim() === '' ||
      (own.length < lines.length && rule.test(own[own.length - 1] ?? '')))
  )
    own.pop()
  const reply = own.join('\n').trim()
  return reply === '' ? text.trim() : reply
}

/**
 * `text` without quotes and without the signature; the whole text if nothing else is left. Stops after about
 * `maxLength` characters, where the beginning is enough.
 */
export const replyText = (text: string, maxLength?: number) =>
  stripLines(text, { quotes: true, signature: true }, maxLength)
export const withoutQuotes = (text: string) => stripLines(text, { quotes: true, signature: false })
export const withoutSignature = (text: string) => stripLines(text, { quotes: false, signature: true })
