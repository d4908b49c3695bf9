import { removeInvisible } from '../../../platform/text/clean-text.ts'
import { htmlToText } from '../../../platform/text/html-to-text.ts'

const maxHtmlLength = 400_000
/** Of one message. */
export const maxTextLength = 20_000

type Written = { bodyText: string | null; bodyHtml: string | null }

/** What a person sees of a message. The HTML comes first: its text part may say something else to a model. */
export function visibleText({ bodyText, bodyHtml }: Written): string {
  const text = bodyHtml ? htmlToText(bodyHtml.slice(0, maxHtmlLength)) : (bodyText ?? '')
  return removeInvisible(text).slice(0, maxTextLength)
}

const personOf = (from: { name?: string; email: string } | null) =>
  from ? `${from.name ?? ''} <${from.email}>`.trim() : ''

type Headed = Written & {
  subject: string | null
  from: { name?: string; email: string } | null
  attachments: readonly { filename: string }[]
}

/** Who, what about, and the names of the files. */
export function describeHeading({ from, subject, attachments }: Omit<Headed, keyof Written>): string {
  const files = attachments.map(({ filename }) => filename).join(', ')
  return [
    `From: ${personOf(from)}`,
    `Subject: ${subject ?? ''}`,
    ...(files ? [`Attachments: ${files}`] : []),
  ].join('\n')
}

/** A message as a model reads it. */
export const describeMessage = (message: Headed): string =>
  `${describeHeading(message)}\n\n${visibleText(message)}`
