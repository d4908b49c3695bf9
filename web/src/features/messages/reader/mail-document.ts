const white = /^(#fff(fff)?|white|rgb\(255, ?255, ?255\)|transparent|inherit|initial|none|)$/i

/** A mail with backgrounds of its own keeps its colours, on a light ground: changing them would spoil it. */
function isDesigned(body: HTMLElement): boolean {
  return [...body.querySelectorAll<HTMLElement>('[bgcolor], [background], [style*="background"]')].some(
    (element) =>
      !white.test(element.getAttribute('bgcolor') ?? '') ||
      element.hasAttribute('background') ||
      !white.test(element.style.backgroundColor) ||
      element.style.backgroundImage !== '',
  )
}

/** Text that was written for a white page becomes readable in the dark: it takes the colours of the theme. */
function dropColors(body: HTMLElement) {
  for (const element of body.querySelectorAll<HTMLElement>('[style], [color], [bgcolor]')) {
    element.style.removeProperty('color')
    element.style.removeProperty('background-color')
    element.style.removeProperty('background')
    element.removeAttribute('color')
    element.removeAttribute('bgcolor')
  }
}

const isDark = () => {
  const { mode } = document.documentElement.dataset
  return mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
}

/** Copies the tokens that the frame's own style sheet uses. */
function dress(page: Document, isLight: boolean) {
  const theme = getComputedStyle(document.documentElement)
  const { style } = page.documentElement
  const set = (name: string, token: string) => style.setProperty(name, theme.getPropertyValue(token))
  style.setProperty('--scheme', isLight ? 'light' : 'dark')
  set('--ink', '--ink')
  set('--link', '--accent-ink')
  set('--quote', '--quote')
  const size = Number.parseFloat(theme.getPropertyValue('--letter-size')) * 16
  const line = Number.parseFloat(theme.getPropertyValue('--letter-line')) * 16
  style.setProperty('--letter', `400 ${size}px / ${line}px ${theme.getPropertyValue('--font-letter')}`)
}

/** Puts the HTML of a mail into its frame, in the colours of the theme or in its own. */
export function fillFrame(page: Document, html: string) {
  page.body.innerHTML = html
  page.documentElement.scrollTop = 0
  page.documentElement.scrollLeft = 0
  const isLight = !isDark()
  const designed = isDesigned(page.body)
  if (!isLight && !designed) dropColors(page.body)
  dress(page, isLight || designed)
  page.documentElement.style.background = designed && !isLight ? '#fff' : 'transparent'
  if (designed && !isLight) page.documentElement.style.setProperty('--ink', '#1c2430')
}

const isBlank = (node: Node) => node.nodeType === Node.COMMENT_NODE || !/\S/.test(node.textContent ?? '')

/** The quote that ends a mail: nothing but blank follows it. */
export function findQuote(page: Document): HTMLElement | undefined {
  const quote = [...page.body.querySelectorAll<HTMLElement>('blockquote')].find(
    (one) => one.parentElement?.closest('blockquote') === null,
  )
  if (!quote || !/\S/.test(page.body.textContent?.replace(quote.textContent ?? '', '') ?? ''))
    return undefined
  for (let node: Node | null = quote; node && node !== page.body; node = node.parentNode)
    for (let next = node.nextSibling; next; next = next.nextSibling) if (!isBlank(next)) return undefined
  return quote
}
