import type { Locale } from '../../../platform/http/call.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import { texts } from './texts.ts'

export type PageKind = 'setup' | 'accept'

const field = (label: string, name: string, type: string, more: string) =>
  `<label>${escapeHtml(label)}<input name="${name}" type="${type}" required ${more}></label>`

/** One form for each kind of link. The token stays in the URL until the form is submitted. */
export function authPage(kind: PageKind, locale: Locale, brand: string): string {
  const text = texts[locale]
  const email = kind === 'setup' ? field(text.email, 'email', 'email', 'autocomplete="username"') : ''
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(brand)}: ${escapeHtml(text[kind])}</title>
<link rel="stylesheet" href="/pages/auth.css">
</head>
<body>
<main>
<p class="brand">${escapeHtml(brand)}</p>
<h1>${escapeHtml(text[kind])}</h1>
<form data-kind="${kind}" data-failed="${escapeHtml(text.failed)}">
${email}
${field(text.name, 'name', 'text', 'maxlength="200" autocomplete="name"')}
${field(text.password, 'password', 'password', 'minlength="12" maxlength="256" autocomplete="new-password"')}
<p role="alert" class="fault" hidden></p>
<button>${escapeHtml(text.submit)}</button>
</form>
<section hidden><p>${escapeHtml(text.done)}</p><p><a href="/docs">${escapeHtml(text.next)}</a></p></section>
</main>
<script src="/pages/auth.js"></script>
</body>
</html>
`
}
