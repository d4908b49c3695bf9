import type { Locale } from '../http/call.ts'

const texts = {
  en: {
    title: 'The web app is not built',
    text: 'This installation has no build tools. Run <code>npm ci --include=dev && npm run build</code>, then start the service again. The API works meanwhile.',
  },
  fr: {
    title: "L'application web n'est pas construite",
    text: "Cette installation n'a pas les outils de construction. Lancez <code>npm ci --include=dev && npm run build</code>, puis redémarrez le service. L'API fonctionne entre-temps.",
  },
}

/** For an installation without the packages that build the app, and without a build. */
export const notBuiltPage = (locale: Locale) =>
  `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${texts[locale].title}</title>` +
  `<h1>${texts[locale].title}</h1><p>${texts[locale].text}</p></html>`
