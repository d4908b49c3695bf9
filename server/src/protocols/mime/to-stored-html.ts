import type { ParsedMessage, StoredHtml } from './parsed-message.ts'
import { cidUrlsOf } from './safe-urls.ts'
import { safely } from './safely.ts'
import { sanitise } from './sanitise-html.ts'
import { inlinePlaceholder, sanitiserVersion } from './stored-html.ts'

// Nearly all mail between people. Longer HTML is not worth its space twice, and could delay the parser.
const maxLength = 32 * 1024

type Source = Pick<ParsedMessage, 'bodyHtml' | 'attachments'>

/** Undefined for HTML that is sanitised when it is read. */
export function toStoredHtml({ bodyHtml, attachments }: Source): StoredHtml | undefined {
  if (bodyHtml === null || bodyHtml.length > maxLength) return undefined
  const cidUrls = cidUrlsOf(attachments, inlinePlaceholder)
  return safely(
    () => {
      const { html, hasRemoteImages } = sanitise(bodyHtml, { cidUrls })
      return { html, hasRemoteImages, version: sanitiserVersion }
    },
    () => undefined,
  )
}
