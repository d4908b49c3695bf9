import { escapeHtml } from '../text/escape-html.ts'
import type { Locale } from './call.ts'

export const errorPagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f4f4f2; color: #1d1d1b }
  main { max-width: 38rem; margin: 8vh auto; padding: 2rem; background: #fff; border-radius: 12px }
  h1 { font-size: 1.3rem; margin: 0 0 1rem } header { color: #66665f; margin-bottom: 1rem }
  @media (prefers-color-scheme: dark) { body { background: #161615; color: #eee } main { background: #222 } header { color: #a8a89f } }`

const hints = {
  en: 'Check that you opened the complete link, or ask the person who sent it to you.',
  fr: "Vérifiez que vous avez ouvert le lien complet, ou adressez-vous à la personne qui vous l'a envoyé.",
}

/** An error for a person who opened a link. */
export const errorPage = (message: string, locale: Locale, brandName: string) =>
  `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">` +
  '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
  `<title>${escapeHtml(brandName)}</title><style>${style}</style></head>` +
  `<body><main><header>${escapeHtml(brandName)}</header><h1>${escapeHtml(message)}</h1>` +
  `<p>${escapeHtml(hints[locale])}</p></main></body></html>`
