import { picture } from './picture.ts'
import type { TemplateMail } from './template-mail.ts'

// Mail that people write, as their programs send it.

const word = (lang: string, body: string) =>
  `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name="Generator" content="Microsoft Word 15 (filtered medium)"><style><!--
/* Font Definitions */
@font-face{font-family:"Cambria Math";panose-1:2 4 5 3 5 4 6 3 2 4;}
@font-face{font-family:Aptos;}
/* Style Definitions */
p.MsoNormal, li.MsoNormal, div.MsoNormal{margin:0cm;font-size:11.0pt;font-family:"Aptos",sans-serif;mso-ligatures:standardcontextual;}
a:link, span.MsoHyperlink{mso-style-priority:99;color:#467886;text-decoration:underline;}
span.EmailStyle17{mso-style-type:personal-compose;font-family:"Aptos",sans-serif;color:windowtext;}
p.MsoListParagraph{margin-top:0cm;margin-right:0cm;margin-bottom:0cm;margin-left:36.0pt;font-size:11.0pt;font-family:"Aptos",sans-serif;}
table.MsoTableGrid{border:solid windowtext 1.0pt;border-collapse:collapse;font-size:11.0pt;}
.MsoChpDefault{mso-style-type:export-only;}@page WordSection1{size:612.0pt 792.0pt;margin:70.85pt;}div.WordSection1{page:WordSection1;}
--></style></head><body lang="${lang}" link="#467886" vlink="#96607D" style='word-wrap:break-word'><div class=WordSection1>${body}</div></body></html>`

const paragraph = (text: string) =>
  `<p class=MsoNormal><span lang=FR style='mso-fareast-language:EN-US'>${text}<o:p></o:p></span></p>`
const gap = paragraph('&nbsp;')

const gmail = (body: string) => `<div dir="ltr">${body}</div>\r\n`

export const programs: TemplateMail[] = [
  [
    'outlook-fr',
    word(
      'FR',
      `${paragraph('Bonjour Marc,')}${gap}${paragraph('Merci pour ton retour. Peux-tu m’envoyer la version corrigée <b>avant vendredi</b> ?')}${gap}${paragraph('Bien à toi,')}${paragraph('Claire')}`,
    ),
  ],
  [
    'outlook-reply-de',
    word(
      'DE',
      `${paragraph('Hallo Jens,')}${gap}${paragraph('das passt, siehe <a href="https://x.example">Angebot</a>.')}${gap}<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal><b>Von:</b> Jens Meyer &lt;jens@x.example&gt; <br><b>Gesendet:</b> Montag, 3. November 2025 09:12<br><b>An:</b> Eva Kurz &lt;eva@x.example&gt;<br><b>Betreff:</b> Angebot<o:p></o:p></p></div>${gap}${paragraph('Können wir bei 4.200 € bleiben?')}`,
    ),
  ],
  [
    'outlook-table-en',
    word(
      'EN-GB',
      `${paragraph('Please find the figures below.')}<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'><tr><td width=200 valign=top style='width:150.0pt;border:solid windowtext 1.0pt;background:#D9E2F3;padding:0cm 5.4pt 0cm 5.4pt'>${paragraph('<b>Quarter</b>')}</td><td width=200 valign=top style='width:150.0pt;border:solid windowtext 1.0pt;border-left:none;background:#D9E2F3;padding:0cm 5.4pt 0cm 5.4pt'>${paragraph('<b>Sales</b>')}</td></tr><tr><td style='border:solid windowtext 1.0pt;border-top:none;padding:0cm 5.4pt 0cm 5.4pt'>${paragraph('Q1')}</td><td style='padding:0cm 5.4pt 0cm 5.4pt'>${paragraph("<span style='color:#C00000'>-3 %</span>")}</td></tr></table>`,
    ),
  ],
  [
    'outlook-list-es',
    word(
      'ES',
      `${paragraph('Puntos para mañana:')}<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><span style='font-family:Symbol'>·</span> Presupuesto</p><p class=MsoListParagraph style='margin-left:72.0pt'>Contratos</p><p class=MsoNormal align=center style='text-align:center'><span style='font-size:14.0pt;color:#2F5496'>¡Gracias!</span></p>`,
    ),
  ],
  [
    'outlook-web-pt',
    `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style type="text/css" style="display:none;">P {margin-top:0;margin-bottom:0;}</style></head><body dir="ltr"><div class="elementToProof" style="font-family: Aptos, Calibri, Helvetica, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);">Olá, Rui,</div><div class="elementToProof" style="font-family: Calibri; font-size: 12pt; color: rgb(0, 0, 0);"><br></div><div style="font-family: Calibri; font-size: 12pt; color: rgb(0, 0, 0);">Segue o contrato assinado.</div><p>Um abraço</p><p>Inês</p><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000"><b>De:</b> Rui<br><b>Assunto:</b> Contrato</font></div></body></html>`,
  ],
  [
    'gmail-reply-en',
    gmail(
      'Hi Ann,<div><br></div><div>sounds good, see you at <b>ten</b>.</div><div><br clear="all"><div><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature"><div dir="ltr"><font color="#888888">Bob Stone<br>+44 20 7946 0000</font></div></div></div></div>',
    ) +
      '<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Mon, 3 Nov 2025 at 09:00, Ann &lt;ann@x.example&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><div dir="ltr">Can we meet tomorrow?</div></blockquote></div>',
  ],
  [
    'gmail-formatted-it',
    gmail(
      '<font face="georgia, serif" size="4" color="#0b5394">Ciao Luca,</font><div><span style="background-color:rgb(255,242,204)">la riunione è spostata</span> a <u>giovedì</u>.</div><ol><li>Bilancio</li><li>Ferie</li></ol><blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>Porta i documenti.</div></blockquote><div style="text-align:right"><i>Anna</i></div>',
    ),
  ],
  [
    'gmail-hebrew',
    '<div dir="rtl"><div style="text-align:right">שלום דנה,</div><div><br></div><div style="font-size:large"><b>הפגישה נדחתה</b> ליום חמישי.</div><div dir="ltr">Meeting room 4</div></div>',
  ],
  [
    'apple-mail-nl',
    '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;"><div>Hoi Sanne,</div><div><br></div><div>Hierbij de foto’s van <span style="color: rgb(0, 122, 255);">zaterdag</span>.</div><br><div><blockquote type="cite"><div>Op 3 nov 2025, om 09:00 heeft Sanne &lt;s@x.example&gt; het volgende geschreven:</div><br class="Apple-interchange-newline"><div><div>Stuur je ze?</div></div></blockquote></div><br></body></html>',
  ],
  [
    'apple-mail-picture-ja',
    `<html><head></head><body style="word-wrap: break-word; line-break: after-white-space;" class=""><div style="font-size: 14px; font-family: 'Hiragino Sans', sans-serif;">山田様<br><br>お世話になっております。<br>図面をお送りします。</div><div>${picture(320, 120, 'margin:8px 0')}</div><div style="caret-color: rgb(0, 0, 0); color: rgb(0, 0, 0);">よろしくお願いいたします。</div></body></html>`,
  ],
  [
    'thunderbird-cs',
    '<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body text="#000000" bgcolor="#FFFFFF"><p>Dobrý den,</p><p>posílám <a class="moz-txt-link-freetext" href="https://x.example">https://x.example</a>.<br></p><pre class="moz-signature" cols="72">-- \nJana Nová</pre><div class="moz-cite-prefix">Dne 3. 11. 2025 v 9:00 Petr napsal(a):<br></div><blockquote type="cite" cite="mid:a@x.example"><p>Máte odkaz?</p></blockquote></body></html>',
  ],
]
