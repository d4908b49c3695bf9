// Lines that stand in mail for technical reasons and say nothing about its content.

const browser =
  String.raw`view (?:this |the |it |our )?(?:e-?mail|message|newsletter|mail)?\s*(?:in|on|with) (?:your |a |the )?(?:web ?)?(?:browser|web)|view (?:it |this e-?mail )?online|view (?:the )?(?:web|online) version|read (?:this )?online|(?:having )?(?:trouble|problems?) (?:viewing|reading|seeing)|(?:can't|cannot|can’t) (?:see|read|view)|web ?version|online version|open in (?:your )?browser|click here to view|if you (?:can't|cannot|are unable to) (?:see|view|read)|is this e-?mail not displaying|email not displaying
voir (?:la |cette )?(?:version|l'e-?mail|ce message|cet e-?mail|la newsletter)?.{0,20}(?:en ligne|navigateur|web)|afficher (?:dans|ce).{0,30}navigateur|version en ligne|lire en ligne|si (?:ce message|cet e-?mail|vous ne).{0,40}(?:affiche|visualis|voyez|lire)|problème d'affichage
(?:im|in ihrem|in deinem) browser (?:ansehen|öffnen|anzeigen|lesen)|webversion|online-?version|wird (?:diese|dieser|die) (?:e-?mail|newsletter|nachricht).{0,40}(?:nicht|angezeigt|dargestellt)|newsletter online (?:lesen|ansehen)|onlineansicht|browseransicht
ver (?:este |el |en |la )?(?:correo|mensaje|e-?mail|versión|boletín)?.{0,20}(?:en (?:el|tu|su) navegador|en línea|online|web)|ver en (?:el |tu |su )?navegador|si no (?:puedes?|visualiza|ve).{0,40}
visualizza (?:nel|questa|l'e-?mail|la).{0,30}(?:browser|online|web)?|(?:leggi|vedi) online|versione (?:web|online)|se non (?:riesci|visualizzi|vedi).{0,40}
ver (?:no|este|esta|a).{0,20}(?:navegador|online|web)|visualizar no navegador|versão (?:web|online)|caso não (?:consiga|visualize).{0,40}
bekijk (?:deze |de |in |online|in de ).{0,30}|online (?:bekijken|versie|lezen)|webversie|lukt het niet.{0,40}|(?:visa|öppna|läs) .{0,20}(?:webbläsare|online|webben)n?|(?:se|vis|åbn|åpne|les) .{0,25}(?:browser|nettleser|online|webversion)(?:en)?
(?:näytä|avaa|lue) .{0,20}(?:selaimessa|verkossa)|(?:zobacz|otwórz|wyświetl|zobacz wersję).{0,30}(?:przeglądarce|online|www)|wersja (?:online|www)|(?:zobrazit|otevřít|otvoriť|zobraziť).{0,25}(?:prohlížeči|prehliadači|online)|online verze
(?:megtekintés|megnyitás).{0,20}böngészőben|online verzió|(?:vezi|vizualizează|deschide).{0,25}(?:browser|online)(?:ul)?|tarayıcı(?:da|nızda) (?:görüntüle|aç).{0,10}|(?:открыть|посмотреть|читать|просмотреть).{0,25}(?:браузере|онлайн)|веб-версия|(?:переглянути|відкрити).{0,25}(?:браузері|онлайн)
(?:προβολή|δείτε|άνοιγμα).{0,40}(?:περιήγησης|browser|online)|.{0,12}ブラウザ.{0,4}(?:で|から)?.{0,4}(?:見る|表示|開く|ご覧).{0,10}|web(?:版|ページ)で.{0,8}|.{0,8}浏览器.{0,4}(?:中)?.{0,2}(?:查看|打开|阅读).{0,6}|.{0,8}瀏覽器.{0,4}(?:中)?.{0,2}(?:檢視|查看|開啟|觀看).{0,6}|.{0,8}브라우저(?:에서|로) (?:보기|열기).{0,4}|웹에서 보기|xem .{0,20}(?:trình duyệt|trực tuyến).{0,10}`
    .split('\n')
    .join('|')

const other = String.raw`unsubscribe|manage (?:your )?preferences|update (?:your )?preferences|forward to a friend|add us to your address book|skip to (?:main )?content|se désinscrire|se désabonner|abmelden|newsletter abbestellen|darse de baja|cancelar suscripción|disiscriviti|annulla iscrizione|cancelar inscrição|afmelden|uitschrijven|avregistrera|afmeld|peruuta tilaus|wypisz się|odhlásit|leiratkozás|dezabonare|abonelikten çık|отписаться|відписатися|配信停止|退订|退訂|수신거부|hủy đăng ký|advertisement|anzeige|publicité|\(?no images\?\)?|this (?:is an?|message).{0,20}(?:html|multi-?part).{0,60}|external(?: e-?mail| sender)?|caution: .{0,80}external.{0,40}`

const boilerplate = new RegExp(
  `^[\\s|»›>→*_\\-(\\["“]*(?:${browser}|${other})(?:[\\s\\p{P}\\p{S}]|click here|cliquez ici|hier klicken|klicken sie hier|haz clic aquí|clicca qui|clique aqui|klik hier|here|hier|ici|aquí|qui|aqui|properly|correctly|images?|pictures|this|e-?mail|message|newsletter|in your browser|view it)*$`,
  'iu',
)
const maxLength = 140

/** Whether a line says only how to read, leave or manage the mail. */
export const isBoilerplate = (line: string) => line.length <= maxLength && boilerplate.test(line)
