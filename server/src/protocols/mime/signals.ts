import { cleanLine } from '../../platform/text/clean-text.ts'
import { mailboxKey } from './addresses.ts'
import { first, type Headers } from './header-block.ts'
import type { Structured } from './header-params.ts'
import type { Address, SignalName, Signals } from './parsed-message.ts'

export const loopHeader = 'X-Mailwright-Loop'

export type Facts = {
  headers: Headers
  type: Structured
  from: Address | null
  replyTo: readonly Address[]
  subject: string | null
  ownAddresses: readonly string[]
}

const formatReason = (name: string, value: string) => cleanLine(`${name}: ${value}`, 120)

// Counts only with another hint, since people write about their holidays too.
const autoSubject =
  /^(?:(?:re|aw|sv)\s?:\s*)?(?:auto(?:matic|mated|matische|matisk|mático|matica)?[\s:-]*(?:re(?:ply|sponse|spuesta)|antwort|antwoord|svar|svarsmeddelande)|out of (?:the )?office|réponse automatique|message d'absence|absen(?:ce|t) du bureau|abwesenheits?(?:notiz|nachricht|meldung)?|automatische antwort|respuesta automática|fuera de la? oficina|risposta automatica|fuori sede|resposta automática|afwezigheid|automatisch antwoord|frånvaro|autosvar|automaattinen vastaus|automatyczna odpowiedź|автоответ|自动回复|自動返信|부재중)/iu

const nonEmpty = [
  'x-autoreply',
  'x-autorespond',
  'x-autoresponder',
  'x-auto-reply',
  'x-auto-respond',
  'x-mail-autoreply',
]
const listFields = ['list-id', 'list-post', 'list-unsubscribe', 'list-help', 'list-subscribe', 'list-owner']

function autoReplyReason({ headers, subject, type }: Facts): string | null {
  const submitted = first(headers, 'auto-submitted')
  // RFC 3834 section 5: every value except "no", whatever parameters follow.
  if (submitted && !/^no\b/i.test(submitted)) return formatReason('Auto-Submitted', submitted)
  for (const name of nonEmpty) {
    const value = first(headers, name)
    if (value !== undefined && !/^(?:no|false)$/i.test(value)) return formatReason(name, value)
  }
  const precedence = first(headers, 'precedence') ?? ''
  if (/^(?:auto[_-]?reply|junk)\b/i.test(precedence)) return formatReason('Precedence', precedence)
  // Receipts, abuse reports (RFC 5965), TLS reports; a delivery report is a bounce.
  const report = type.params.get('report-type')?.toLowerCase()
  if (type.value === 'multipart/report' && report !== undefined && report !== 'delivery-status')
    return formatReason('multipart/report; report-type', report).replace(': ', '=')
  // Alone it says nothing: Exchange adds it to mail of people, asking others not to answer automatically.
  const suppress = first(headers, 'x-auto-response-suppress')
  const hasHint = suppress !== undefined || precedence !== '' || isNullPath(headers) || headers.has('x-loop')
  if (subject !== null && hasHint && autoSubject.test(subject)) return formatReason('Subject', subject)
  return null
}

// `<>`, also as `<<>>`, `<"">`, `<> (comment)` and `<MAILER-DAEMON>`.
const nullPath = /^(?:<+\s*(?:""|'')?\s*>+|<?mailer[._-]?daemon(?:@[^<>\s]*)?>?)(?:\s|$)/i
const isNullPath = (headers: Headers) => nullPath.test(first(headers, 'return-path') ?? '')

const localPart = (address: Address | null | undefined) =>
  address ? address.email.slice(0, address.email.lastIndexOf('@')).toLowerCase() : ''

const daemon = /^(?:mailer[._-]?daemon|mail[._-]?daemon)$/
const failedSubject =
  /undeliver(?:able|ed)|undelivered mail|delivery (?:status notification|failure|has failed|incomplete|problem)|mail delivery (?:failed|failure|system)|returned mail|failure notice|non[- ]?remis|échec de la remise|message non distribué|non[ -]?distribu|unzustellbar|zustellung fehlgeschlagen|nicht zugestellt|fehler bei der zustellung|no se puede entregar|no entregado|devuelto|error de entrega|recapito non riuscito|mancato recapito|não entregue|falha na entrega|não foi possível entregar|onbestelbaar|kan niet worden bezorgd|olevererbart|kunne ikke leveres|kan inte levereras|ikke leveret|uleverbar|toimitus epäonnistui|ei voitu toimittaa|niedostarcz|nie można dostarczyć|nedoručiteln|nedoručen|nem kézbesíthető|kézbesíthetetlen|nelivrat|teslim edilemedi|недоставлен|не доставлено|не вдалося доставити|не удалось доставить|δεν παραδόθηκε|αδύνατη η παράδοση|配信不能|配達できません|送信できません|배달되지|전송 실패|반송|退信|无法投递|無法傳遞|无法送达|không gửi được|thư bị trả lại/iu

function bounceReason({ headers, type, from, subject }: Facts): string | null {
  const report = type.params.get('report-type')?.toLowerCase()
  if (type.value === 'multipart/report' && (report === 'delivery-status' || report === undefined)) {
    return 'multipart/report; report-type=delivery-status'
  }
  const failed = first(headers, 'x-failed-recipients')
  if (failed) return formatReason('X-Failed-Recipients', failed)
  const local = localPart(from)
  const sender = first(headers, 'from') ?? ''
  if (
    daemon.test(local) ||
    (from === null && /mailer[._-]?daemon|mail delivery (?:sub)?system/i.test(sender))
  )
    return formatReason('From', from?.email ?? sender)
  if (
    /^(?:postmaster|bounces?|mail-?delivery|mdaemon|microsoftexchange[\da-f]+)$/.test(local) &&
    subject !== null &&
    failedSubject.test(subject)
  )
    return formatReason('Subject', subject)
  if (!isNullPath(headers)) return null
  // An automatic reply also has an empty return path (RFC 3834 section 3.3), but is not a bounce.
  return /^auto-replied/i.test(first(headers, 'auto-submitted') ?? '') ? null : 'Return-Path: <>'
}

function listReason({ headers }: Facts): string | null {
  for (const name of listFields) {
    const value = first(headers, name)
    if (value) return formatReason(name, value)
  }
  const precedence = first(headers, 'precedence') ?? ''
  if (/^(?:list|bulk)\b/i.test(precedence)) return formatReason('Precedence', precedence)
  const looped = first(headers, 'mailing-list') ?? first(headers, 'x-mailing-list')
  return looped ? formatReason('Mailing-List', looped) : null
}

const noReplyLocal =
  /(?:^|[^a-z])no[._-]?reply|do[._-]?not[._-]?reply|donot[._-]?reply|ne[._-]?pas[._-]?repondre|nepasrepondre|pas[._-]?de[._-]?reponse|no[._-]?responder|no[._-]?responda|nicht[._-]?antworten|keine[._-]?antwort|non[._-]?rispondere|nao[._-]?respond|niet[._-]?beantwoorden|svara[._-]?inte|ikke[._-]?svar|unattended|nobody$|devnull/

/** Checks where a reply would go: a contact form sends from no-reply@ with the customer in Reply-To. */
function noReplyReason({ from, replyTo }: Facts): string | null {
  const targets = replyTo.length > 0 ? replyTo : from ? [from] : []
  if (targets.length === 0) return 'No sender'
  return targets.every((target) => noReplyLocal.test(localPart(target)))
    ? formatReason(replyTo.length > 0 ? 'Reply-To' : 'From', targets[0]?.email ?? '')
    : null
}

function selfReason({ from, ownAddresses }: Facts): string | null {
  if (!from) return null
  const sender = mailboxKey(from.email)
  return ownAddresses.some((own) => mailboxKey(own) === sender) ? formatReason('From', from.email) : null
}

const detectors: Record<SignalName, (facts: Facts) => string | null> = {
  isAutoReply: autoReplyReason,
  isNoReply: noReplyReason,
  isMailingList: listReason,
  isFromSelf: selfReason,
  isBounce: bounceReason,
  isOwnLoop: ({ headers }) => {
    const mark = first(headers, loopHeader.toLowerCase())
    return mark === undefined ? null : formatReason(loopHeader, mark)
  },
}

/** Deterministic signals about the sender, each with the header line that raised it. */
export function readSignals(facts: Facts): {
  signals: Signals
  signalReasons: Partial<Record<SignalName, string>>
} {
  const signalReasons: Partial<Record<SignalName, string>> = {}
  const evaluate = (name: SignalName) => {
    const reason = detectors[name](facts)
    if (reason !== null) signalReasons[name] = reason
    return reason !== null
  }
  const signals: Signals = {
    isAutoReply: evaluate('isAutoReply'),
    isNoReply: evaluate('isNoReply'),
    isMailingList: evaluate('isMailingList'),
    isFromSelf: evaluate('isFromSelf'),
    isBounce: evaluate('isBounce'),
    isOwnLoop: evaluate('isOwnLoop'),
  }
  return { signals, signalReasons }
}
