// A quick heuristic for message lists; the sanitiser is exact. Each class stops at `<` or `>`, so that no input makes
// these patterns scan a stretch twice.
const patterns = [
  /<(?:img|input|image|source|video)\b[^<>]{0,4000}?\b(?:src|srcset|poster)\s{0,10}=[\s"']{0,10}(?:https?:)?\/\//i,
  /<[a-z][^<>]{0,2000}?\bbackground\s{0,10}=[\s"']{0,10}(?:https?:)?\/\//i,
  /url\([\s"']{0,10}(?:&quot;|&#39;)?(?:https?:)?\/\//i,
]

export const hasRemoteImages = (html: string) =>
  html.includes('//') && patterns.some((pattern) => pattern.test(html))
