import { htmlInserts } from './html.ts'
import type { Inserts, Language, LanguageRule, Languages, TemplatePart } from './language.ts'
import {
  addressInserts,
  formInserts,
  jsonInserts,
  patternInserts,
  searchInserts,
  xmlInserts,
} from './quoted.ts'
import { urlInserts } from './url.ts'

const makers: Record<Language, (parts: readonly TemplatePart[]) => Inserts> = {
  html: htmlInserts,
  url: urlInserts,
  json: jsonInserts,
  xml: xmlInserts,
  form: formInserts,
  search: searchInserts,
  addresses: addressInserts,
  pattern: patternInserts,
}

/** Escapes the values of one template, for each language that its field turns out to have. */
export function createEscaper(parts: readonly TemplatePart[]) {
  const known = new Map<Language, Inserts>()
  return (language: Language | undefined): Inserts | undefined => {
    if (language === undefined) return undefined
    const inserts = known.get(language) ?? makers[language](parts)
    known.set(language, inserts)
    return inserts
  }
}

export function ruleOf(languages: Languages | undefined, path: readonly (string | number)[]) {
  const field = path.filter((key) => typeof key === 'string').join('.')
  return languages && Object.hasOwn(languages, field) ? languages[field] : undefined
}

type Params = Record<string, unknown>

export const languageOf = (rule: LanguageRule | undefined, params: Params, beside: Params) =>
  typeof rule === 'function' ? rule(params, beside) : rule
