import type { Locale } from '../http/call.ts'
import { readCookie } from '../http/headers.ts'
import { localeOf } from '../http/locale.ts'

const cookie = 'mailwright_look'
const known = /^(classic|meridian|atelier)\.(light|dark|system)\.(en|fr)$/
const tag = '<html lang="en" data-theme="classic" data-mode="system">'

export type Look = { theme: string; mode: string; locale: Locale }

/** Theme, mode and language that this browser last showed; a cookie with anything else is ignored. */
export function readLook(headers: {
  cookie?: string | undefined
  'accept-language'?: string | undefined
}): Look {
  const [, theme, mode, locale] = known.exec(readCookie(headers.cookie, cookie) ?? '') ?? []
  if (theme && mode && locale) return { theme, mode, locale: locale as Locale }
  return { theme: 'classic', mode: 'system', locale: localeOf(headers['accept-language']) }
}

/** The page already in the right look: without a script in it, it would otherwise flash. */
export const dressPage = (page: string, { theme, mode, locale }: Look) =>
  page.replace(tag, `<html lang="${locale}" data-theme="${theme}" data-mode="${mode}">`)
