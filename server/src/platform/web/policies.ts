/** For the pages of the app. Logos and pictures of the brand may come from their own servers. */
export const appPolicy = (imageOrigins: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...imageOrigins].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** For the document that shows the HTML of a mail: styles of its own, but no script and no other server. */
export const mailFramePolicy = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** The origins of the URLs that are set. */
export const originsOf = (urls: readonly (string | undefined)[]) => [
  ...new Set(urls.flatMap((url) => (url ? [new URL(url).origin] : []))),
]
