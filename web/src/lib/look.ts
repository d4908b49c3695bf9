import { create } from 'zustand'

const locales = ['en', 'fr'] as const
const themes = ['classic', 'meridian', 'atelier'] as const
const modes = ['light', 'dark', 'system'] as const

/** Language, theme and mode: what the member chose, or what the page was served with. */
export type Look = {
  locale: (typeof locales)[number]
  theme: (typeof themes)[number]
  mode: (typeof modes)[number]
}

const oneOf = <T extends string>(values: readonly T[], value: string | undefined, fallback: T): T =>
  values.find((known) => known === value) ?? fallback

function servedLook(): Look {
  if (typeof document === 'undefined') return { locale: 'en', theme: 'classic', mode: 'system' }
  const { lang, dataset } = document.documentElement
  return {
    locale: oneOf(locales, lang, 'en'),
    theme: oneOf(themes, dataset.theme, 'classic'),
    mode: oneOf(modes, dataset.mode, 'system'),
  }
}

export const useLook = create<Look>(servedLook)

const cookieSeconds = 365 * 24 * 60 * 60

/** Shows the look, and remembers it in a cookie so that the next page is served with it and does not flash. */
export function applyLook(change: Partial<Look>) {
  useLook.setState(change)
  const { locale, theme, mode } = useLook.getState()
  const root = document.documentElement
  root.lang = locale
  root.dataset.theme = theme
  root.dataset.mode = mode
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some supported browsers.
  document.cookie = `mailwright_look=${theme}.${mode}.${locale}; Path=/; Max-Age=${cookieSeconds}; SameSite=Lax`
}
