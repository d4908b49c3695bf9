// What mail programs write around a quoted original, in the languages that they speak.

const list = (words: string) =>
  words
    .trim()
    .split(/\s*\|\s*|\n\s*/)
    .join('|')

/** "wrote" at the end of an attribution, or before the date. */
export const wroteWords =
  list(`wrote|writes|a écrit|schrieb|schrieb am|escribió|ha scritto|escreveu|schreef|skrev|pisze|napisał|napisała
  napisał\\(a\\)|napisal|napisala|napsal|napsala|napsal\\(a\\)|píše|napísal|napísala|ezt írta|írta|a scris|kirjoitti|şunu yazdı|şunları yazdı|yazdı
  пише|написав|написала|пишет|написал|написал\\(а\\)|написа|έγραψε|έγραψαν|đã viết|viết|menulis|je napisao|je napisala|je napisal|va escriure
  rašė|rakstīja|kirjutas|כתב|כתבה|كتب|写道|寫道|写到|のメール|のメッセージ|wrote|書きました|님이 작성|님이 작성함|작성|썼습니다`)

/** How an attribution begins, apart from a date or a name. */
export const attributionStarts =
  list(`on|le|am|el|il|em|no dia|op|den|d\\.|på|w dniu|dnia|dne|dňa|v|în data|la|pe|in data|il giorno|ke|στις|στο|в|у|на
  vào|vào lúc|pada|dana|em data|il`)

export const fromLabels =
  list(`from|de|von|da|van|från|fra|od|lähettäjä|feladó|de la|kimden|gönderen|від|от|из|από|差出人|送信者|보낸 사람|보낸사람|보낸이
  发件人|發件人|寄件者|寄件人|từ|người gửi|expéditeur|absender|mittente|remitente|remetente|afzender|avsändare|afsender|nadawca|odesílatel|odosielateľ|expeditor|dari`)
export const otherLabels =
  list(`sent|date|to|cc|subject|envoyé|envoyé le|date d'envoi|à|objet|destinataire|gesendet|datum|an|betreff|enviado|enviado el|enviada em
  fecha|para|asunto|assunto|inviato|data|a|oggetto|verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|emne|dato|lähetetty|vastaanottaja|kopio|päiväys|päivämäärä|aihe
  wysłano|wysłane|data wysłania|do|dw|temat|odesláno|komu|předmět|kopie|kópia|odoslané|predmet|elküldve|küldve|dátum|címzett|másolatot kap|tárgy
  trimis|către|dată|subiect|gönderilme|gönderildi|gönderme tarihi|tarih|kime|bilgi|konu|отправлено|дата|кому|копия|тема|надіслано|відправлено|копія
  στάλθηκε|απεστάλη|ημερομηνία|προς|κοιν|κοιν\\.|θέμα|送信日時|送信日|日付|日時|宛先|件名|보낸 날짜|보낸날짜|날짜|받는 사람|받는사람|참조|제목
  发送时间|發送時間|日期|时间|收件人|抄送|主题|主題|寄件日期|傳送日期|收件者|副本|主旨|đã gửi|ngày|ngày gửi|thời gian|đến|tới|người nhận|chủ đề|tiêu đề|kopia|copie|copia|cópia|kepada|tanggal|subjek`)

/** The title of a quoted or forwarded original, between dashes. */
export const originalTitles =
  list(`original message|forwarded message|begin forwarded message|original-nachricht|message d'origine|message original|message transféré|message réexpédié
  ursprüngliche nachricht|originalnachricht|weitergeleitete nachricht|mensaje original|mensaje reenviado|messaggio originale|messaggio inoltrato|mensagem original|mensagem encaminhada
  oorspronkelijk bericht|doorgestuurd bericht|ursprungligt meddelande|originalmeddelande|vidarebefordrat meddelande|oprindelig besked|oprindelig meddelelse|videresendt besked
  opprinnelig melding|videresendt melding|alkuperäinen viesti|välitetty viesti|oryginalna wiadomość|wiadomość oryginalna|wiadomość przekazana dalej|původní zpráva|původní e-mail|přeposlaná zpráva
  pôvodná správa|eredeti üzenet|továbbított üzenet|mesaj original|mesajul original|mesaj redirecționat|özgün ileti|orijinal mesaj|iletilen mesaj|yönlendirilen mesaj
  исходное сообщение|пересылаемое сообщение|пересланное сообщение|оригінальне повідомлення|вихідне повідомлення|переслане повідомлення|αρχικό μήνυμα|προωθημένο μήνυμα
  元のメッセージ|オリジナルメッセージ|転送メッセージ|転送されたメッセージ|원본 메시지|원본 메일|원본메일|전달된 메시지|原始邮件|原始郵件|原始訊息|转发邮件|转发的邮件|轉寄郵件|转发的信息
  thư gốc|tin nhắn gốc|thư được chuyển tiếp|thư đã chuyển tiếp|pesan asli`)

/** A forward of Apple Mail has its title on a line of its own, with a colon. */
export const forwardTitles =
  list(`begin forwarded message|début du message réexpédié|début du message transféré|anfang der weitergeleiteten nachricht|inizio messaggio inoltrato
  inicio del mensaje reenviado|início da mensagem encaminhada|begin doorgestuurd bericht|vidarebefordrat brev|videresendt besked|początek przekazywanej wiadomości
  начало переадресованного сообщения|начало переадресованного письма|転送されたメッセージ|전달된 메시지 시작|以下是转发的邮件|以下是轉寄的郵件`)

/** Lines of telephones and apps. Only whole short lines are compared. */
export const deviceLines =
  list(`sent from my .{1,40}|sent from (?:mail|outlook|yahoo|samsung|proton|gmail|aol|mobile|blackberry|nine|spark|a mobile).{0,40}|sent from .{1,20} for .{1,20}|sent with .{1,20}|sent via .{1,30}|get outlook for .{1,60}
  envoyé (?:de|depuis|à partir de) (?:mon|ma|l'application|outlook|mail|yahoo|mobile).{0,60}|envoyé avec .{1,40}|télécharger outlook pour .{1,60}|obtenir outlook pour .{1,60}
  von meinem .{1,40}|(?:gesendet|diese nachricht wurde) (?:von|mit|über) .{1,60}|outlook für .{1,40} beziehen|holen sie sich outlook .{1,40}
  enviado desde .{1,50}|enviado con .{1,30}|obtener outlook para .{1,40}|enviado (?:do|da|a partir do|via) .{1,40}|obter o outlook para .{1,40}|inviato (?:da|dal|dalla|con) .{1,50}|ottieni outlook per .{1,40}
  verzonden (?:met|vanaf|vanuit|via) .{1,50}|verstuurd (?:vanaf|met) .{1,50}|outlook voor .{1,20} downloaden|skickat från .{1,40}|hämta outlook för .{1,40}|sendt fra .{1,40}|hent outlook (?:til|for) .{1,40}
  lähetetty .{1,40}|hanki outlook .{1,40}|wysłan[eoay] z .{1,50}|pobierz outlook .{1,40}|odesláno z .{1,40}|odoslané z .{1,40}|získat outlook pro .{1,40}|elküldve .{1,40}|küldve .{1,40}|.{1,30}(?:-omról|-ról|-ről) küldve
  trimis (?:de pe|din|de la) .{1,40}|.{1,40}(?:'?[udt][ae]n|dan|den) gönderildi|отправлено (?:с|из) .{1,40}|надіслано (?:з|із|зі) .{1,40}|στάλθηκε από .{1,40}|εστάλη από .{1,40}
  .{1,30}から送信(?:されました)?|(?:나의|내) .{1,30}에서 (?:보냄|보낸 메일)|발신: .{1,30}|发自我的.{1,30}|發自我的.{1,30}|從我的.{1,30}傳送|从我的.{1,30}发送|我的.{1,20}发送
  (?:đã gửi|được gửi|gửi) từ .{1,40}|dikirim dari .{1,40}|נשלח מ.{1,30}|أُ?رسلت? من .{1,30}`)
