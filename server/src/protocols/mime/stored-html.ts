// Sanitised HTML that is stored with its message, so that opening a thread need not sanitise it again.

/**
 * Increase this with every change to what the sanitiser returns: HTML stored by another version is not shown, and the
 * original is sanitised again.
 */
export const sanitiserVersion = 1

/** Stands for the URL of an inline image: the id of a message is not known when it is parsed. */
export const inlinePlaceholder = (position: number) => `/inline/${position}`

// In sanitised HTML, neither texts nor attributes contain `<` or `>`.
const inlineImage = /(<img [^>]*?src=")\/inline\/(\d+)"/g

/** The HTML with the URLs of the message's inline images. */
export const withInlineImages = (html: string, urlOf: (position: number) => string) =>
  html.includes('src="/inline/')
    ? html.replace(
        inlineImage,
        (_, before: string, position: string) => `${before}${urlOf(Number(position))}"`,
      )
    : html
