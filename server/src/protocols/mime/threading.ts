import { limits } from './limits.ts'

const token = /<([^<>]+)>/g

const withoutSpaces = (id: string) => (/\s/.test(id) ? id.replace(/\s+/g, '') : id)

/** The message ids of a header, without brackets and duplicates, in order (RFC 5322 section 3.6.4). */
export function parseMessageIds(field: string | undefined): string[] {
  if (!field) return []
  const text = field.slice(0, 64 * 1024)
  // Folding and broken programs leave white space inside; ids are compared without it.
  const found = Array.from(text.matchAll(token), (match) => withoutSpaces(match[1] as string))
  // Some programs omit the brackets.
  const ids = found.length > 0 ? found : text.split(/[\s,;<>]+/).filter((id) => id.includes('@'))
  return [...new Set(ids.filter((id) => id !== '' && id.length <= limits.messageId))]
}

/** The message's own id; anything without white space is accepted, since many have no @. */
export function parseMessageId(field: string | undefined): string | null {
  const [id] = parseMessageIds(field)
  if (id !== undefined) return id
  const bare = (field ?? '').replace(/[<>\s]+/g, '')
  return bare !== '' && bare.length <= limits.messageId ? bare : null
}

/** Keeps the first id, which starts the thread, and the last ones, the nearest ancestors (RFC 5322 section 3.6.4). */
export function capReferences(ids: readonly string[]): string[] {
  const unique = [...new Set(ids)]
  const [start] = unique
  if (start === undefined || unique.length <= limits.references) return unique
  return [start, ...unique.slice(1 - limits.references)]
}

// English, French, German, Spanish, Italian, Portuguese, Dutch, Nordic, Polish, Czech, Finnish, Turkish, Greek,
// Russian, Hebrew, Chinese, Japanese, Korean.
const replyWords =
  're|rép|rep|aw|antw|antwort|sv|vs|ynt|yanıt|odp|odpověď|bls|rif|r|res|resp|cevap|απ|σχετ|отв|ответ|回复|回覆|答复|答覆|返信|답장|회신|תשובה'
const forwardWords =
  'fwd|fw|tr|trans|wg|weitergeleitet|rv|reenv|enc|i|vb|vl|vd|doorst|vidsänt|videresendt|pd|přep|ilt|ileti|πρθ|пересл|转发|轉寄|轉發|転送|전달|הועבר'
const counter = '(?:\\s?[[(]\\d{1,3}[\\])]|\\s?\\*\\d{1,3}|\\d{1,3})?'
const prefixOf = (words: string) => new RegExp(`^(?:${words})${counter}\\s?[:：]\\s*`, 'iu')

const replyPrefix = prefixOf(replyWords)
const forwardPrefix = prefixOf(forwardWords)
// `[list-name] ` in front; a ticket number at the end stays.
const listTag = /^\[[^[\]]{1,80}\]\s*/u

export const isReplySubject = (subject: string) => replyPrefix.test(subject.trimStart().replace(listTag, ''))
export const isForwardSubject = (subject: string) =>
  forwardPrefix.test(subject.trimStart().replace(listTag, ''))

/** The lower-case subject without reply and forward prefixes and list tags, shared by the messages of a thread. */
export function normaliseSubject(subject: string | null): string {
  let rest = (subject ?? '').slice(0, limits.subject).normalize('NFC').replace(/\s+/g, ' ').trim()
  for (let rounds = 0; rounds < 50; rounds++) {
    const next = rest.replace(replyPrefix, '').replace(forwardPrefix, '').replace(listTag, '').trimStart()
    if (next === rest || next === '') break
    rest = next
  }
  // A subject that consists only of a prefix or a tag counts as empty.
  return /^(?:[^\s:：]{1,15}[:：])?$/u.test(rest) ? '' : rest.toLowerCase()
}

const genericSubjects = new Set([
  'hello',
  'hi',
  'hey',
  'bonjour',
  'salut',
  'hallo',
  'hola',
  'ciao',
  'test',
  'question',
  'info',
  'infos',
  'information',
  'urgent',
  'help',
  'invoice',
  'facture',
  'rechnung',
  'order',
  'commande',
  'merci',
  'thanks',
  'thank you',
  'devis',
  'contact',
  'meeting',
  'update',
  'document',
  'documents',
  'no subject',
  '(no subject)',
  'sans objet',
  '(sans objet)',
  'sans sujet',
  'kein betreff',
  '(kein betreff)',
  'good morning',
  'good afternoon',
  'guten morgen',
  'guten tag',
  'buongiorno',
  'buenos días',
  'bom dia',
  'dzień dobry',
  'dobrý den',
  'follow up',
  'follow-up',
  'quick question',
  'reminder',
  'newsletter',
  'notification',
  'important',
  'request',
  'inquiry',
  'enquiry',
  'invoices',
  'payment',
  'bestellung',
  'angebot',
  'anfrage',
  'termin',
  'demande',
  'question rapide',
  'rendez-vous',
  'relance',
  'consulta',
  'factura',
  'presupuesto',
  'fattura',
  'richiesta',
  'preventivo',
  'orçamento',
  'zapytanie',
  'zamówienie',
  'faktura',
  'objednávka',
  'ajánlat',
  'megrendelés',
  'comandă',
  'lasku',
  'tilaus',
  'sipariş',
  'merhaba',
  'здравствуйте',
  'добрый день',
  'вопрос',
  'счет',
  'заказ',
  'доброго дня',
  'καλημέρα',
  'ερώτηση',
  'お問い合わせ',
  'お世話になっております',
  'ご連絡',
  '안녕하세요',
  'xin chào',
  'offer',
  'application',
  'bewerbung',
  'candidature',
  'appointment',
])

const minSubjectLength = 8

/**
 * Whether a subject, normalised, may identify a conversation. A wrong guess mixes unrelated ones, so what people write
 * over anything ("Hello", "Your invoice") does not.
 */
export const isSpecificSubject = (subject: string) =>
  subject.length >= minSubjectLength &&
  /\p{L}.*\p{L}/u.test(subject) &&
  !genericSubjects.has(subject) &&
  !genericSubjects.has(
    subject.replace(/[\s!?.…:()\-–]+$/u, '').replace(/^(?:your|votre|ihre?|su|tu|la|the|une?|an?)\s+/u, ''),
  )
