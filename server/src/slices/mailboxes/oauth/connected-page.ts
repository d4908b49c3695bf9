import type { Locale } from '../../../platform/http/call.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'

const texts = {
  en: {
    title: 'Mailbox connected',
    text: 'is connected. You can close this page.',
    home: 'Back to Mailwright',
  },
  fr: {
    title: 'Boîte mail connectée',
    text: 'est connectée. Vous pouvez fermer cette page.',
    home: 'Retour à Mailwright',
  },
}

/** The page shown after a successful OAuth callback. */
export function connectedPage(locale: Locale, address: string): string {
  const { title, text, home } = texts[locale]
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><main><h1>${title}</h1><p>${escapeHtml(address)} ${text}</p><p><a href="/">${home}</a></p></main></body>
</html>
`
}
