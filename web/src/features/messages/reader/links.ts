import { openCompose } from '../../sending/index.ts'

/** A link whose text names another host than the one it opens. */
export type Deceit = { shown: string; real: string; href: string }

const hostIn = (text: string) =>
  /^\s*(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,})(?:[/:?#]\S*)?\s*$/i.exec(text)?.[1]?.toLowerCase()

const bare = (host: string) => host.replace(/^www\./, '')

export function deceitOf(link: { textContent: string | null; href: string }): Deceit | undefined {
  const shown = hostIn(link.textContent ?? '')
  const real = /^https?:\/\/([^/?#]+)/i.exec(link.href)?.[1]?.toLowerCase()
  if (!shown || !real || bare(shown) === bare(real) || bare(real).endsWith(`.${bare(shown)}`))
    return undefined
  return { shown, real, href: link.href }
}

/** Opens a link of a mail: addresses in our own editor, pages in a new tab that learns nothing about us. */
export function openLink(href: string) {
  if (href.startsWith('mailto:')) {
    const url = new URL(href)
    const to = decodeURIComponent(url.pathname).split(',').filter(Boolean)
    openCompose({
      to,
      subject: url.searchParams.get('subject') ?? '',
      text: url.searchParams.get('body') ?? '',
    })
  } else if (/^https?:/.test(href)) window.open(href, '_blank', 'noopener,noreferrer')
}
