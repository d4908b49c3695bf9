import type { DeskItem } from '@mailwright/contract/desk'
import type { Static } from '@mailwright/contract/schema'
import type { Locale } from '../../platform/http/call.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import type { countDesk } from './count-desk.ts'
import { digestTexts } from './digest-texts.ts'

type Item = Static<typeof DeskItem>
type Counts = Awaited<ReturnType<typeof countDesk>>

export type Digest = {
  items: Item[]
  counts: Counts
  locale: Locale
  timeZone: string
  brandName: string
  /** The address of the service. */
  base: string
}

const pathOf = ({ kind, id }: Item) => (kind === 'draft' ? `/review/${id}` : `/approvals/${id}`)

function showTime(iso: string, { locale, timeZone }: Digest) {
  const shown = new Intl.DateTimeFormat(locale === 'fr' ? 'fr-FR' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(iso))
  return `${shown} (${timeZone})`
}

/** One line about an item: what it is, its title, whom it is from, when it is due. */
function lineOf(item: Item, digest: Digest) {
  const t = digestTexts(digest.locale)
  const title = plainText(item.title, 120) || t.untitled
  const sender = item.about && plainText(item.about.fromName ?? item.about.fromEmail, 80)
  const facts = [
    ...(sender ? [`${t.from} ${sender}`] : []),
    ...(item.deadline ? [`${t.due} ${showTime(item.deadline, digest)}`] : []),
  ]
  return { kind: t[item.kind], title, facts: facts.join(', '), url: `${digest.base}${pathOf(item)}` }
}

function summaryOf({ counts, locale }: Digest): string {
  const t = digestTexts(locale)
  return [
    ...(counts.drafts > 0 ? [t.drafts(counts.drafts)] : []),
    ...(counts.approvals > 0 ? [t.approvals(counts.approvals)] : []),
    ...(counts.dueSoon > 0 ? [t.dueSoon(counts.dueSoon)] : []),
  ].join(', ')
}

/** The mail about what waits. Titles and names come from outside, so they are one line each and escaped. */
export function composeDigest(digest: Digest) {
  const { items, counts, locale, brandName, base } = digest
  const t = digestTexts(locale)
  const lines = items.map((item) => lineOf(item, digest))
  const hidden = counts.total - items.length
  const more = hidden > 0 ? t.more(hidden) : ''
  const links = { desk: `${base}/desk`, settings: `${base}/account/notifications` }
  const bodyText = [
    `${summaryOf(digest)}.`,
    '',
    ...lines.flatMap(({ kind, title, facts, url }) => [
      `${kind}: ${title}`,
      ...(facts ? [facts] : []),
      url,
      '',
    ]),
    ...(more ? [more, ''] : []),
    `${t.open}: ${links.desk}`,
    `${t.settings}: ${links.settings}`,
    `-- \n${brandName}`,
  ].join('\n')
  const rows = lines.map(
    ({ kind, title, facts, url }) =>
      `<li>${escapeHtml(kind)}: <a href="${escapeHtml(url)}">${escapeHtml(title)}</a>` +
      `${facts ? `<br><small>${escapeHtml(facts)}</small>` : ''}</li>`,
  )
  const bodyHtml =
    `<p>${escapeHtml(summaryOf(digest))}.</p><ul>${rows.join('')}</ul>${more ? `<p>${escapeHtml(more)}</p>` : ''}` +
    `<p><a href="${escapeHtml(links.desk)}">${escapeHtml(t.open)}</a></p>` +
    `<p><small><a href="${escapeHtml(links.settings)}">${escapeHtml(t.settings)}</a><br>${escapeHtml(brandName)}</small></p>`
  return { subject: plainText(`${brandName}: ${t.subject(counts.total)}`, 200), bodyText, bodyHtml }
}
