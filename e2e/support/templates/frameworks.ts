import { picture } from './picture.ts'
import type { TemplateMail } from './template-mail.ts'

// Newsletters as the large frameworks write them.

const mjmlHead = `<style type="text/css">#outlook a{padding:0}body{margin:0;padding:0;-webkit-text-size-adjust:100%}table,td{border-collapse:collapse;mso-table-lspace:0pt}img{border:0;height:auto;line-height:100%;outline:none;text-decoration:none}p{display:block;margin:13px 0}</style>
<!--[if mso]><noscript><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml></noscript><![endif]-->
<style type="text/css">@media only screen and (min-width:480px){.mj-column-per-50{width:50%!important;max-width:50%}.mj-column-per-100{width:100%!important;max-width:100%}}</style>
<style type="text/css">@media only screen and (max-width:479px){table.mj-full-width-mobile{width:100%!important}td.mj-full-width-mobile{width:auto!important}}</style>`

const mjmlColumn = (width: 50 | 100, inner: string) =>
  `<!--[if mso | IE]><td style="vertical-align:top;width:300px;"><![endif]--><div class="mj-column-per-${width} mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;"><table border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%"><tbody>${inner}</tbody></table></div><!--[if mso | IE]></td><![endif]-->`
const mjmlText = (text: string, style = 'font-size:15px;line-height:1.6;color:#333333') =>
  `<tr><td align="left" style="font-size:0px;padding:10px 25px;word-break:break-word;"><div style="font-family:Ubuntu, Helvetica, Arial, sans-serif;text-align:left;${style};">${text}</div></td></tr>`
const mjmlButton = (text: string) =>
  `<tr><td align="center" vertical-align="middle" style="font-size:0px;padding:10px 25px;"><table border="0" cellpadding="0" cellspacing="0" role="presentation" style="border-collapse:separate;line-height:100%;"><tr><td align="center" bgcolor="#f45e43" role="presentation" style="border:none;border-radius:3px;cursor:auto;mso-padding-alt:10px 25px;background:#f45e43;" valign="middle"><a href="https://shop.example/" style="display:inline-block;background:#f45e43;color:#ffffff;font-family:Ubuntu, Helvetica;font-size:13px;font-weight:normal;line-height:120%;margin:0;text-decoration:none;text-transform:none;padding:10px 25px;border-radius:3px;" target="_blank">${text}</a></td></tr></table></td></tr>`
const mjmlSection = (colour: string, inner: string) =>
  `<div style="background:${colour};background-color:${colour};margin:0px auto;max-width:600px;"><table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="background:${colour};background-color:${colour};width:100%;"><tbody><tr><td style="direction:ltr;font-size:0px;padding:20px 0;text-align:center;">${inner}</td></tr></tbody></table></div>`
const mjml = (lang: string, preview: string, body: string, dir = 'auto') =>
  `<!doctype html><html lang="${lang}" dir="${dir}" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml"><head><title></title>${mjmlHead}</head><body style="word-spacing:normal;background-color:#f4f4f4;"><div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">${preview}</div><div aria-roledescription="email" role="article" lang="${lang}" dir="${dir}" style="background-color:#f4f4f4;">${body}</div></body></html>`

const foundation = (title: string, rows: string) =>
  `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style>
.wrapper{width:100%}#outlook a{padding:0}body{width:100%!important;min-width:100%;margin:0;padding:0;box-sizing:border-box}.ExternalClass{width:100%}#backgroundTable{margin:0;padding:0;width:100%!important;line-height:100%!important}img{outline:0;text-decoration:none;max-width:100%;clear:both;display:block}center{width:100%;min-width:580px}
table{border-spacing:0;border-collapse:collapse}td{word-wrap:break-word;hyphens:auto;border-collapse:collapse!important}table,td,tr{padding:0;vertical-align:top;text-align:left}
table.body{background:#f3f3f3;height:100%;width:100%}table.container{background:#fefefe;width:580px;margin:0 auto;text-align:inherit}table.row{padding:0;width:100%;position:relative}td.columns,th.columns{margin:0 auto;padding-left:16px;padding-bottom:16px}th.small-12{width:564px;padding-right:16px}
body,h1,h2,p,table.body,td,th,a{color:#0a0a0a;font-family:Helvetica,Arial,sans-serif;font-weight:400;padding:0;margin:0;text-align:left;line-height:1.3}h1{font-size:34px;margin-bottom:10px;word-wrap:normal}p,table.body,td,th{font-size:16px}p{margin-bottom:10px}p.lead{font-size:20px;line-height:1.6}a{color:#2199e8;text-decoration:none}
table.callout{margin-bottom:16px}th.callout-inner{width:100%;border:1px solid #cbcbcb;padding:10px;background:#fefefe}th.callout-inner.primary{background:#def0fc;border:1px solid #444;color:#0a0a0a}table.button table td{text-align:left;color:#fefefe;background:#2199e8;border:2px solid #2199e8}table.button table td a{font-family:Helvetica,Arial,sans-serif;font-size:16px;font-weight:700;color:#fefefe;text-decoration:none;display:inline-block;padding:8px 16px;border-radius:3px}
@media only screen and (max-width:596px){table.body center{min-width:0!important}table.body .container{width:95%!important}}</style></head>
<body><table class="body" data-made-with-foundation><tr><td class="float-center" align="center" valign="top"><center><table class="container"><tbody><tr><td><h1>${title}</h1>${rows}</td></tr></tbody></table></center></td></tr></table></body></html>`

const mailchimp = (lang: string, header: string, body: string, footer: string) =>
  `<!doctype html><html lang="${lang}"><head><meta charset="UTF-8"><style type="text/css">p{margin:10px 0;padding:0}table{border-collapse:collapse}h1,h2{display:block;margin:0;padding:0}img{border:0}body,#bodyTable,#bodyCell{height:100%;margin:0;padding:0;width:100%}#bodyCell{padding:10px;border-top:0}.templateContainer{border:0;max-width:600px!important}
body,#bodyTable{background-color:#FAFAFA}h1{color:#202020;font-family:Helvetica;font-size:26px;font-style:normal;font-weight:bold;line-height:125%;letter-spacing:normal;text-align:left}#templateHeader{background-color:#2B5B84;border-bottom:2px solid #EAEAEA;padding:9px}#templateHeader .mcnTextContent,#templateHeader .mcnTextContent p{color:#FFFFFF;font-family:Helvetica;font-size:18px;line-height:150%;text-align:center}
#templateBody{background-color:#FFFFFF;padding-top:0;padding-bottom:9px}#templateBody .mcnTextContent,#templateBody .mcnTextContent p{color:#202020;font-family:Helvetica;font-size:16px;line-height:150%;text-align:left}#templateBody .mcnTextContent a{color:#007C89;font-weight:normal;text-decoration:underline}#templateFooter{background-color:#FAFAFA}#templateFooter .mcnTextContent,#templateFooter .mcnTextContent p{color:#656565;font-family:Helvetica;font-size:12px;line-height:150%;text-align:center}
@media only screen and (max-width:480px){body,table,td,p,a{-webkit-text-size-adjust:none!important}.mcnImage{width:100%!important}}</style></head><body><center><table align="center" border="0" cellpadding="0" cellspacing="0" height="100%" width="100%" id="bodyTable"><tr><td align="center" valign="top" id="bodyCell"><table border="0" cellpadding="0" cellspacing="0" width="100%" class="templateContainer">
<tr><td valign="top" id="templateHeader"><table width="100%" class="mcnTextBlock"><tr><td valign="top" class="mcnTextContent" style="padding:0 18px 9px">${header}</td></tr></table></td></tr><tr><td valign="top" id="templateBody"><table width="100%" class="mcnTextBlock"><tr><td valign="top" class="mcnTextContent" style="padding:18px">${body}</td></tr></table></td></tr><tr><td valign="top" id="templateFooter"><table width="100%"><tr><td class="mcnTextContent" style="padding:9px 18px">${footer}</td></tr></table></td></tr></table></td></tr></table></center></body></html>`

export const frameworks: TemplateMail[] = [
  [
    'mjml-order-fr',
    mjml(
      'fr',
      'Votre commande est en route',
      mjmlSection(
        '#ffffff',
        mjmlColumn(
          100,
          mjmlText('Bonjour Zoé,', 'font-size:24px;line-height:1;color:#111111') +
            mjmlText('Votre commande nº 4711 a été expédiée. Elle arrivera jeudi entre 8 h et 12 h.') +
            mjmlButton('Suivre le colis'),
        ),
      ),
    ),
  ],
  [
    'mjml-two-columns-de',
    mjml(
      'de',
      'Neu im Mai',
      mjmlSection(
        '#e8f1e4',
        mjmlColumn(50, mjmlText('<b>Gartenstühle</b><br>Ab 49 € das Stück, in drei Farben.')) +
          mjmlColumn(50, mjmlText('<b>Sonnenschirme</b><br>Mit Fuß und Hülle, wetterfest.')),
      ) +
        mjmlSection(
          '#333333',
          mjmlColumn(
            100,
            mjmlText('Sie erhalten diese Mail als Kundin.', 'font-size:11px;line-height:1.4;color:#cccccc'),
          ),
        ),
    ),
  ],
  [
    'mjml-arabic',
    mjml(
      'ar',
      'عرض خاص',
      mjmlSection(
        '#ffffff',
        mjmlColumn(
          100,
          mjmlText('<div dir="rtl" style="text-align:right">مرحبا ليلى، وصل طلبك رقم ٤٧١١ اليوم.</div>') +
            mjmlButton('تتبع الطلب'),
        ),
      ),
    ),
  ],
  [
    'foundation-welcome',
    foundation(
      'Welcome, Bob',
      '<table class="row"><tbody><tr><th class="small-12 large-12 columns first last"><p class="lead">Thanks for joining us.</p><p>Read the <a href="https://x.example">first steps</a>.</p><table class="callout"><tr><th class="callout-inner primary"><p>Your trial ends on 3 December.</p></th></tr></table><table class="button"><tr><td><table><tr><td><a href="https://x.example">Choose a plan</a></td></tr></table></td></tr></table></th></tr></tbody></table>',
    ),
  ],
  [
    'foundation-report-pl',
    foundation(
      'Raport tygodniowy',
      `<table class="row"><tr><th class="small-12 columns"><p>Dzień dobry, oto wyniki z tego tygodnia.</p><table width="100%"><tr><th style="border-bottom:1px solid #ccc">Strona</th><th style="border-bottom:1px solid #ccc;text-align:right">Wizyty</th></tr><tr><td>Sklep</td><td style="text-align:right">1 204</td></tr><tr><td>Pomoc</td><td style="text-align:right">311</td></tr></table>${picture(564, 60)}</th></tr></table>`,
    ),
  ],
  [
    'mailchimp-en',
    mailchimp(
      'en',
      '<p>Harbour Books</p>',
      '<h1>Five books for winter</h1><p>We read them so that you <a href="https://x.example">can choose</a>.</p><ul><li>The quiet sea</li><li>North of here</li></ul>',
      '<em>Copyright 2026 Harbour Books.</em><br><a href="https://x.example" style="color:#656565">Unsubscribe</a>',
    ),
  ],
  [
    'mailchimp-ja',
    mailchimp(
      'ja',
      '<p>今週のお知らせ</p>',
      '<h1>新しい季節のご案内</h1><p>いつもご利用いただきありがとうございます。<a href="https://x.example">詳しくはこちら</a></p>',
      '配信停止はこちら',
    ),
  ],
  [
    'hybrid-columns-es',
    `<!doctype html><html lang="es"><head><style>body{margin:0;padding:0;background:#ffffff}.column{display:inline-block;vertical-align:top;width:100%;max-width:290px}.contents{padding:10px;font-size:14px;text-align:left}.two{text-align:center;font-size:0}.wrapper{width:100%;table-layout:fixed;background-color:#dfe6ee;padding-bottom:20px}.main{background:#fff;margin:0 auto;width:100%;max-width:600px;border-spacing:0;font-family:sans-serif;color:#171a1b}h2{margin:0;font-size:20px;color:#0b3d6b}</style></head><body><center class="wrapper"><table class="main" width="100%"><tr><td class="two"><!--[if mso]><table><tr><td><![endif]--><div class="column"><table width="100%"><tr><td class="contents"><h2>Lisboa</h2>Tres noches desde 240 €.</td></tr></table></div><!--[if mso]></td><td><![endif]--><div class="column"><table width="100%"><tr><td class="contents"><h2>Cracovia</h2>Dos noches desde 180 €.</td></tr></table></div><!--[if mso]></td></tr></table><![endif]--></td></tr></table></center></body></html>`,
  ],
]
