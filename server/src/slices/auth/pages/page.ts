import type { Locale } from '../../../platform/http/call.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'
import { texts } from './texts.ts'

export type PageKind = 'setup' | 'accept' | 'signIn'

const field = (label: string, name: string, type: string, more: string) =>
  `<label>${escapeHtml(label)}<input name="${name}" type="${type}" required ${more}></label>`

/** One form for each kind of page. The token stays in the URL until the form is submitted. */
export function authPage(kind: PageKind, locale: Locale, brand: string): string {
  const text = texts[locale]
  const isNew = kind !== 'signIn'
  const email = kind === 'accept' ? '' : field(text.email, 'email', 'email', 'autocomplete="username"')
  const name = isNew ? field(text.name, 'name', 'text', 'maxlength="200" autocomplete="name"') : ''
  const password = isNew
    ? field(
        text.password,
        'password',
        'password',
        'minlength="12" maxlength="256" autocomplete="new-password"',
      )
    : field(text.currentPassword, 'password', 'password', 'maxlength="256" autocomplete="current-password"')
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
${name}
${password}
<p role="alert" class="fault" hidden></p>
<button>${escapeHtml(isNew ? text.submit : text.signIn)}</button>
</form>
<section hidden><p>${escapeHtml(isNew ? text.done : text.signedIn)}</p><p><a href="/docs">${escapeHtml(text.next)}</a></p></section>
</main>
<script src="/pages/auth.js"></script>
</body>
</html>
`
}
