// Strips the quoted original and the signature from a reply. Works line by line, in linear time: the patterns of
// email-reply-parser run over whole texts and took a millisecond for 6 KB.

const attributions = [
  /^on\b.{4,200}\bwrote\s?:?$/i,
  /^le\b.{4,200}\ba écrit\s?:?$/i,
  /^am\b.{4,200}\bschrieb\b.{0,100}:?$/i,
  /^el\b.{4,200}\bescribió\s?:?$/i,
  /^(?:il|in data)\b.{4,200}\bha scritto\s?:?$/i,
  /^(?:em|a)\b.{4,200}\bescreveu\s?:?$/i,
  /^op\b.{4,200}\bschreef\b.{0,100}:?$/i,
  /^(?:den|d\.)\s.{4,200}\bskrev\b.{0,100}:?$/i,
  /^(?:w dniu|dnia)\s.{4,200}(?:pisze|napisał(?:\(a\))?)\s?:?$/i,
  /^.{4,200}(?:写道|のメッセージ|님이 작성|작성)\s?[:：]$/,
  /^.{4,200}\sпишет\s?:?$/i,
  /^.{1,100}<[^<>\s]+@[^<>\s]+>\s?(?:wrote|a écrit|schrieb|escribió|ha scritto)?\s?:$/i,
]
const divider =
  /^\s*[-_]{2,}\s*(?:original message|forwarded message|message d'origine|message transféré|ursprüngliche nachricht|weitergeleitete nachricht|mensaje original|messaggio originale|mensagem original|oorspronkelijk bericht|oprindelig besked|исходное сообщение|原始邮件)\s*[-_]*\s*$/i
const headerLine =
  /^[\s*]*(?:from|de|von|da|van|från|fra|od|от|发件人|差出人)\s?[*]*\s?[:：].{0,200}(?:@|<|\[)/i
const nextHeader =
  /^[\s*]*(?:sent|date|to|envoyé|à|objet|gesendet|an|datum|enviado|para|fecha|asunto|inviato|data|oggetto|verzonden|aan|onderwerp|subject|cc|skickat|til|дата|кому|发送时间)\s?[*]*\s?[:：]/i
const signature =
  /^(?:--\s?|—|_{5,}|-{5,}|sent from my .{1,40}|sent from .{1,20} for .{1,20}|get outlook for .{1,60}|envoyé (?:de|depuis) (?:mon|ma|l'application|outlook).{0,60}|télécharger outlook pour .{1,60}|(?:von meinem|gesendet von) .{1,60}|enviado desde .{1,60}|inviato da .{1,60}|verzonden (?:met|vanaf) .{1,60})$/i

const mayEndAttribution = /(?:[:：]|wrote|écrit|escribió|scritto|escreveu|пишет)$/i
const mayStartAttribution = /^(?:on|le|am|el|il|em|op|den|w|dnia|in)\s/i

/** Mail clients often wrap an attribution over two lines. */
function isAttribution(line: string, following: string): boolean {
  if (line.length < 8 || line.length > 300) return false
  if (mayEndAttribution.test(line)) return attributions.some((pattern) => pattern.test(line))
  if (!mayStartAttribution.test(line) || following.length > 200 || !mayEndAttribution.test(following))
    return false
  const joined = `${line} ${following}`
  return attributions.some((pattern) => pattern.test(joined))
}

/** Whether the quoted original starts at this line. */
function startsOriginal(lines: readonly string[], at: number): boolean {
  const line = (lines[at] as string).trim()
  if (line === '' || line.length > 400) return false
  if (isAttribution(line, lines[at + 1]?.trim() ?? '')) return true
  if (divider.test(line)) return true
  return headerLine.test(line) && [1, 2].some((step) => nextHeader.test(lines[at + step] ?? ''))
}

const maxLines = 5_000

type StripOptions = { quotes: boolean; signature: boolean }

function stripLines(text: string, without: StripOptions): string {
  const lines = text.split('\n', maxLines)
  const lastQuoted = lines.findLastIndex((line) => line.startsWith('>'))
  const own: string[] = []
  let hasText = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string
    if (without.quotes && line.startsWith('>')) continue
    if (without.quotes && startsOriginal(lines, at)) {
      // Inline replies continue below an attribution; without quoted lines after it, everything below is the original.
      if (lastQuoted < at) break
      const following = lines[at + 1] ?? ''
      if (mayEndAttribution.test(following.trim())) at++
      continue
    }
    if (without.signature && hasText && signature.test(line.trimEnd())) break
    own.push(line)
    hasText ||= line.trim() !== ''
  }
  const reply = own.join('\n').trim()
  return reply === '' ? text.trim() : reply
}

/** `text` without quotes and without the signature; the whole text if nothing else is left. */
export const replyText = (text: string) => stripLines(text, { quotes: true, signature: true })
export const withoutQuotes = (text: string) => stripLines(text, { quotes: true, signature: false })
export const withoutSignature = (text: string) => stripLines(text, { quotes: false, signature: true })
