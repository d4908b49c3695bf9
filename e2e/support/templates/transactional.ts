import { picture } from './picture.ts'
import type { TemplateMail } from './template-mail.ts'

// Invoices, tickets, notices and what people have made by hand.

const line = (name: string, amount: string, style = '') =>
  `<tr class="item"><td width="80%" class="purchase_item" style="${style}"><span class="f-fallback">${name}</span></td><td class="align-right" width="20%"><span class="f-fallback">${amount}</span></td></tr>`

export const transactional: TemplateMail[] = [
  [
    'invoice-en',
    `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><style type="text/css" rel="stylesheet" media="all">@import url("https://fonts.example/css?family=Nunito");body{width:100%!important;height:100%;margin:0;-webkit-text-size-adjust:none}a{color:#3869D4}td{word-break:break-word}body,td,th{font-family:"Nunito Sans",Helvetica,Arial,sans-serif}h1{margin-top:0;color:#333333;font-size:22px;font-weight:bold;text-align:left}td,th{font-size:16px}p,ul{margin:.4em 0 1.1875em;font-size:16px;line-height:1.625;color:#51545E}.align-right{text-align:right}.button{background-color:#3869D4;border-top:10px solid #3869D4;border-right:18px solid #3869D4;border-bottom:10px solid #3869D4;border-left:18px solid #3869D4;display:inline-block;color:#FFF!important;text-decoration:none;border-radius:3px;box-sizing:border-box}.button--green{background-color:#22BC66;border-color:#22BC66}.attributes_content{background-color:#F4F4F7;padding:16px}.purchase{width:100%;margin:0;padding:35px 0}.purchase_item{padding:10px 0;color:#51545E;font-size:15px;line-height:18px}.email-wrapper{width:100%;margin:0;padding:0;background-color:#F2F4F6}.email-body_inner{width:570px;margin:0 auto;padding:0;background-color:#FFFFFF}.content-cell{padding:45px}@media only screen and (max-width:600px){.email-body_inner{width:100%!important}}@media (prefers-color-scheme:dark){body,.email-body_inner{background-color:#333333!important}}</style></head><body><table class="email-wrapper" width="100%" cellpadding="0" cellspacing="0" role="presentation"><tr><td align="center"><table class="email-body_inner" align="center" width="570" cellpadding="0" cellspacing="0" role="presentation"><tr><td class="content-cell"><h1>Hi Bob,</h1><p>This is an invoice for your recent purchase.</p><table class="attributes" width="100%" cellpadding="0" cellspacing="0"><tr><td class="attributes_content"><strong>Amount due:</strong> £42.00</td></tr></table><table class="purchase" width="100%" cellpadding="0" cellspacing="0">${line('Paper, 500 sheets', '£12.00')}${line('Toner', '£30.00', 'font-weight:bold')}</table><a href="https://x.example" class="button button--green">Pay invoice</a></td></tr></table></td></tr></table></body></html>`,
  ],
  [
    'invoice-hu',
    '<!doctype html><html><body style="margin:0;background:#eef0f3"><table align="center" width="640" cellpadding="24" style="background:#fff;font:14px/1.5 Verdana,sans-serif;color:#222;margin:20px auto;border:1px solid #d5d9e0"><tr><td><h2 style="font:bold 20px Georgia,serif;color:#7a1f2b;margin:0 0 12px">Számla 2025/118</h2><table width="100%" style="font-size:13px;border-collapse:collapse"><tr bgcolor="#f6e9eb"><th align="left" style="padding:6px">Tétel</th><th align="right" style="padding:6px">Összeg</th></tr><tr><td style="padding:6px;border-bottom:1px dotted #999">Kávé, 1 kg</td><td align="right" style="padding:6px;border-bottom:1px dotted #999">6 490 Ft</td></tr></table><p style="margin:16px 0 0;text-align:right"><big><b>Fizetendő: 6 490 Ft</b></big></p></td></tr></table></body></html>',
  ],
  [
    'train-ticket-fr',
    `<!doctype html><html lang="fr"><head><style>.ticket{border:2px dashed #0a5;border-radius:12px;width:520px;margin:24px auto;font-family:Arial}.ticket td{padding:12px 20px}.from{font-size:28px;font-weight:700;color:#0a3d2a}.small{font-size:11px;color:#777;text-transform:uppercase;letter-spacing:1px}tr.head td{background:#0a7a4b;color:#fff}</style></head><body bgcolor="#f0f7f3"><table class="ticket" cellspacing="0"><tr class="head"><td colspan="2">Billet électronique</td></tr><tr><td><div class="small">Départ</div><div class="from">Lyon</div>08:04</td><td align="right"><div class="small">Arrivée</div><div class="from">Paris</div>10:02</td></tr><tr><td colspan="2">${picture(480, 40)}<div class="small">Voiture 7, place 21</div></td></tr></table></body></html>`,
  ],
  [
    'support-ticket-en',
    '<div style="color:#b5b5b5">##- Please type your reply above this line -##</div><p style="font-family:\'Lucida Grande\',Verdana,sans-serif;font-size:14px;line-height:21px;margin:15px 0">Your request (4711) has been updated.</p><div style="margin-top:25px"><table width="100%" cellpadding="0" cellspacing="0" border="0" role="presentation"><tr><td width="100%" style="padding:15px 0;border-top:1px dotted #c5c5c5"><table width="100%" style="table-layout:fixed"><tr><td valign="top" style="padding:0 15px 0 15px;width:40px">' +
      picture(40, 40, 'border-radius:5px') +
      '</td><td width="100%" style="padding:0;margin:0" valign="top"><p style="font-family:Verdana;font-size:15px;line-height:18px;margin-bottom:0;margin-top:0;padding:0;color:#1b1d1e"><strong>Maria</strong> (Support)</p><p style="font-family:Verdana;font-size:13px;line-height:25px;margin:0 0 15px;color:#bbb">3 Nov 2025, 09:12 GMT</p><div dir="auto" style="color:#2b2e2f;font-family:Verdana;font-size:14px;line-height:22px;margin:15px 0"><p dir="ltr">We have replaced the part.</p></div></td></tr></table></td></tr></table></div>',
  ],
  [
    'code-review-notice',
    '<!doctype html><html><body style="font-family:-apple-system,Segoe UI,Helvetica,Arial,sans-serif;font-size:14px;color:#24292f"><p><b>@ann</b> commented on this pull request.</p><hr><p>In <a href="https://x.example" style="color:#0969da;text-decoration:none">server/main.ts</a>:</p><pre style="color:#555;background:#f6f8fa;padding:10px;border-radius:6px">&gt; const a = 1\n+ const b = 2</pre><p>Could this be <code style="background-color:rgba(175,184,193,.2);padding:2px 4px;border-radius:4px;font-size:85%">let</code>?</p><p style="font-size:small;color:#666">&mdash;<br>Reply to this email directly.</p></body></html>',
  ],
  [
    'calendar-ko',
    '<html><body><span itemscope><span style="display:none"><time datetime="20251103"></time></span><table border="0" cellpadding="0" cellspacing="0" width="100%" style="border-collapse:separate"><tbody><tr><td style="border:solid 1px #dadce0;border-radius:8px;direction:ltr;padding:24px 32px;text-align:left;vertical-align:top"><h2 style="font-size:14px;color:#3c4043;font-weight:700;margin:0;padding:0">언제</h2><span style="font-family:Roboto,sans-serif;font-size:14px;color:#3c4043">2025년 11월 3일 월요일 오전 10시</span><h2 style="font-size:14px;color:#3c4043;font-weight:700;margin:16px 0 0">참석자</h2><ul style="margin:0;padding-left:18px"><li>김민수</li><li>이지은</li></ul></td></tr></tbody></table></span></body></html>',
  ],
  [
    'dark-newsletter-en',
    '<!doctype html><html><head><meta name="color-scheme" content="light dark"><style>:root{color-scheme:light dark}body{background:#0d1117;color:#c9d1d9;margin:0;font-family:Inter,Arial,sans-serif}.card{background:#161b22;border:1px solid #30363d;border-radius:6px;padding:24px;max-width:560px;margin:32px auto}.card h1{color:#f0f6fc;font-size:24px;margin:0 0 8px}.card a{color:#58a6ff}.muted{color:#8b949e;font-size:12px}.btn{background:#238636;color:#ffffff!important;padding:8px 16px;display:inline-block;border-radius:6px;text-decoration:none;font-weight:600}</style></head><body><div class="card"><h1>Release 4.2</h1><p>Faster builds, and a <a href="https://x.example">new console</a>.</p><p><a class="btn" href="https://x.example">Read more</a></p><p class="muted">You follow this project.</p></div></body></html>',
  ],
  [
    'dark-table-ru',
    '<html><body bgcolor="#101820" text="#e8e8e8" style="margin:0;padding:20px"><table width="560" align="center" bgcolor="#1b2733" cellpadding="20" style="color:#e8e8e8;font-family:Tahoma"><tr><td><font size="5" color="#ffd166">Здравствуйте, Анна!</font><br><br>Ваш заказ <b>№ 118</b> готов.<br><br><table cellpadding="10"><tr><td bgcolor="#ef476f"><a href="https://x.example" style="color:#fff;text-decoration:none">Открыть</a></td></tr></table></td></tr></table></body></html>',
  ],
  [
    'hand-made-fonts-en',
    '<html><head><title>Offer</title></head><body bgcolor="#FFFFEE"><center><font face="Comic Sans MS, cursive" size="6" color="#CC0000"><b>BIG SALE</b></font><br><font size="+1">All shoes <strike>$40</strike> <font color="green">$25</font></font><hr width="60%" size="3" color="#cc0000"><table border="1" cellpadding="6" width="400"><tr><th>Size</th><th>Left</th></tr><tr align="center"><td>38</td><td>4</td></tr></table><p align="right"><small>Until Sunday</small></center></body></html>',
  ],
  [
    'old-newsletter-it',
    '<html><head><title>Novità</title></head><body style="font-family:Arial;font-size:11px;font-weight:bold" bgcolor="#dddddd"><center>Se non vedi le immagini, clicca qui<table width="600" bgcolor="#ffffff" cellpadding="12"><tr><td>Gentile cliente, ecco le novità di novembre.<br>Saldi dal <b>3 novembre</b>.</td></tr></table><i><table width="600"><tr><td style="font-size:10px">Via Roma 1, Torino</td></tr></table></i></center></body></html>',
  ],
  [
    'old-newsletter-sheet-vi',
    '<html><head><style>body{font-size:11px;font-family:Tahoma;line-height:2}table.noi-dung{background:#fff;font-size:13px}td{padding:6px}.chan{color:#777}</style></head><body bgcolor="#e8eef4"><div align="center">Bản tin tháng 11<table width="560" class="noi-dung"><tr><td>Kính chào quý khách,<br>đơn hàng của bạn đã được gửi.</td></tr></table><table width="560"><tr><td class="chan">Hà Nội</td></tr></table></div></body></html>',
  ],
  [
    'hand-made-divs-tr',
    '<!doctype html><html><head><style>*{box-sizing:border-box}.kutu{width:600px;margin:0 auto;border-top:6px solid #0066b3;padding:20px 30px;font-family:"Segoe UI",Tahoma,sans-serif;color:#333}.kutu h3{color:#0066b3;margin:0 0 10px;font-weight:600}.kutu p{margin:0 0 12px;line-height:1.55}.kutu p:last-child{font-size:12px;color:#888}.sol{float:left;width:50%}.sag{float:right;width:50%;text-align:right}.temiz{clear:both}ul.liste{list-style:square;padding-left:20px}</style></head><body style="background:#f5f5f5"><div class="kutu" style="background:#fff"><h3>Sayın Ayşe Yılmaz,</h3><p>Randevunuz onaylandı.</p><ul class="liste"><li>Tarih: 3 Kasım</li><li>Saat: 10.30</li></ul><div class="sol">Şube: Kadıköy</div><div class="sag">Oda 12</div><div class="temiz"></div><p>İyi günler</p></div></body></html>',
  ],
  [
    'alert-attribute-selectors-fi',
    '<!doctype html><html><head><style>[class="otsikko"]{font-size:22px;color:#8a1c1c;margin:0}td[class~=arvo]{font-weight:bold;color:#14532d}.rivi:nth-child(even) td{background:#f1f5f9}#varoitus{background:#fff7ed;border-left:4px solid #f97316;padding:12px 16px}h1,h2{font-family:Arial,sans-serif}</style></head><body style="font-family:Arial"><h1 class="otsikko">Lämpötila on korkea</h1><div id="varoitus">Palvelinhuone 2</div><table role="presentation" width="300"><tr class="rivi"><td>Nyt</td><td class="arvo suuri">31 °C</td></tr><tr class="rivi"><td>Raja</td><td class="arvo">27 °C</td></tr></table></body></html>',
  ],
  [
    'statement-zh',
    `<!doctype html><html lang="zh"><head><style type="text/css">body{font-family:"Microsoft YaHei",sans-serif;font-size:14px;color:#333;background-color:#f7f7f7}.main{width:650px;margin:0 auto;background:#fff}.hd{background:#c7000b;color:#fff;padding:14px 20px;font-size:18px}.bd{padding:20px}.bd table{width:100%;border:1px solid #e5e5e5;border-collapse:collapse}.bd th{background-color:#fafafa;font-weight:normal;color:#666}.bd td,.bd th{border:1px solid #e5e5e5;padding:8px;text-align:center}.em{color:#c7000b;font-weight:bold}</style></head><body><div class="main"><div class="hd">电子账单</div><div class="bd"><p>尊敬的王先生：您11月的账单如下。</p><table><tr><th>日期</th><th>金额</th></tr><tr><td>11-03</td><td class="em">¥128.00</td></tr></table></div></div></body></html>`,
  ],
]
