import type { ReportGroup } from '@mailwright/contract/analyzer'
import type { Static } from '@mailwright/contract/schema'
import { type Cell, keyOf } from '../grouping/cells.ts'
import { folderName, habitualFolder } from '../proposals/recipes.ts'
import { type Locale, type Texts, textsIn, topicName } from '../texts.ts'

export type Group = Static<typeof ReportGroup>

const maxSenders = 100
const minShownShare = 0.2

const byCount = ([a, n]: [string, number], [b, m]: [string, number]) => m - n || (a < b ? -1 : 1)

/** The domain that all messages come from. */
function domainOf(cell: Cell): string {
  if (cell.domain !== '' || cell.publicDomains.size > 0 || cell.domains.size !== 1) return cell.domain
  return [...cell.domains][0] ?? ''
}

function labelOf(cell: Cell, locale: Locale, t: Texts): string {
  const domain = domainOf(cell)
  if (cell.signal === 'auto') return t.auto
  if (cell.topic !== null) return t.of(topicName(cell.topic, locale), domain)
  return t[cell.signal](domain)
}

/** What the member does with these messages, in one line. */
function noteOf(cell: Cell, t: Texts): string {
  const share = (n: number) => n / cell.volume
  const filed = habitualFolder(cell)
  return [
    t.senders(cell.senders.size),
    ...(share(cell.unread) >= minShownShare ? [t.unread(share(cell.unread))] : []),
    ...(share(cell.answered) >= minShownShare ? [t.answered(share(cell.answered))] : []),
    ...(filed && filed.share >= minShownShare ? [t.filed(filed.share, folderName(filed.key))] : []),
  ].join(', ')
}

/** The facts of a group; the verdict is still open. */
export function describeGroup(cell: Cell, days: number, locale: Locale): Group {
  const t = textsIn(locale)
  return {
    key: keyOf(cell),
    domain: domainOf(cell),
    publicDomains: [...cell.publicDomains].sort(),
    signal: cell.signal,
    subjectShape: cell.shape,
    topic: cell.topic,
    label: labelOf(cell, locale, t),
    note: noteOf(cell, t),
    volume: cell.volume,
    monthlyVolume: Math.round((cell.volume * 300) / days) / 10,
    unread: cell.unread,
    withAttachments: cell.withAttachments,
    senders: [...cell.senders]
      .sort(byCount)
      .slice(0, maxSenders)
      .map(([sender]) => sender),
    sampleSubject: cell.sampleSubject,
    verdict: 'not_analyzed',
    proposal: null,
    issues: [],
  }
}
