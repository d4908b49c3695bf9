import type { Locale } from '../../../platform/http/call.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import { words } from './words.ts'

export type PageKind = 'setup' | 'accept'

const field = (label: string, name: string, type: string, more: string) =>
  `<label>${escapeHtml(label)}<input name="${name}" type="${type}" required ${more}></label>`

/** One form for each of the two links that we give out. The token stays in the address until it is sent. */
export function authPage(kind: PageKind, locale: Locale, brand: string): string {
  const w = words[locale]
  const email = kind === 'setup' ? field(w.email ?? '', 'email', 'email', 'autocomplete="username"') : ''
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(brand)}: ${escapeHtml(w[kind] ?? '')}</title>
<link rel="stylesheet" href="/pages/auth.css">
</head>
<body>
<main>
<p class="brand">${escapeHtml(brand)}</p>
<h1>${escapeHtml(w[kind] ?? '')}</h1>
<form data-kind="${kind}" data-failed="${escapeHtml(w.failed ?? '')}">
${email}
${field(w.name ?? '', 'name', 'text', 'maxlength="200" autocomplete="name"')}
${field(w.password ?? '', 'password', 'password', 'minlength="12" maxlength="256" autocomplete="new-password"')}
<p role="alert" class="fault" hidden></p>
<button>${escapeHtml(w.go ?? '')}</button>
</form>
<section hidden><p>${escapeHtml(w.done ?? '')}</p><p><a href="/docs">${escapeHtml(w.next ?? '')}</a></p></section>
</main>
<script src="/pages/auth.js"></script>
</body>
</html>
`
}
