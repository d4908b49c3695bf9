import { createHash } from 'node:crypto'
import type { AnalyzedMail } from '../../messages/index.ts'
import { domainOf, isPublicDomain } from './public-domains.ts'
import { type Signal, signalOf } from './signal.ts'
import { bareSubject, subjectShape } from './subject-shape.ts'
import { type FoundTopic, type Topic, topicOf } from './topics.ts'

/** What puts messages into one group. */
type Identity = { domain: string; signal: Signal; shape: string; topic: Topic | null }

/** The counters of a group. */
export type Cell = Identity & {
  volume: number
  unread: number
  withAttachments: number
  answered: number
  covered: number
  newestAt: string
  sampleSubject: string
  senders: Map<string, number>
  domains: Set<string>
  publicDomains: Set<string>
  /** Where the messages are now, the inbox left out. */
  folders: Map<string, number>
  /** The phrases that say the topic. */
  phrases: Map<string, number>
}

// Bounds of memory; real mailboxes stay far below.
const maxCells = 50_000
const maxSendersOfCell = 1_000
const maxDomainsOfCell = 50

/**
 * Machines repeat their subjects, people do not: automated mail is grouped by domain and shape, newsletters by domain,
 * mail of people by topic, and without one by domain.
 */
function identify(mail: AnalyzedMail): { identity: Identity; found: FoundTopic | undefined } {
  const signal = signalOf(mail)
  const found = signal === 'auto' ? undefined : topicOf(mail.subject)
  const own = domainOf(mail.fromEmail)
  const domain = isPublicDomain(own) ? '' : own
  const topic = found?.topic ?? null
  const identities: Record<Signal, Identity> = {
    auto: { domain: '', signal, shape: '', topic: null },
    newsletter: { domain, signal, shape: '', topic: null },
    automated: { domain, signal, shape: subjectShape(mail.subject), topic },
    human: { domain: topic === null ? domain : '', signal, shape: '', topic },
  }
  return { identity: identities[signal], found }
}

const nameOf = ({ domain, signal, shape, topic }: Identity) =>
  `${signal}\n${domain}\n${topic ?? ''}\n${shape}`

/** The same group has the same key in every report. */
export const keyOf = (identity: Identity) =>
  createHash('sha256').update(nameOf(identity)).digest('base64url').slice(0, 22)

const newCell = ({ domain, signal, shape, topic }: Identity): Cell => ({
  domain,
  signal,
  shape,
  topic,
  volume: 0,
  unread: 0,
  withAttachments: 0,
  answered: 0,
  covered: 0,
  newestAt: '',
  sampleSubject: '',
  senders: new Map(),
  domains: new Set(),
  publicDomains: new Set(),
  folders: new Map(),
  phrases: new Map(),
})

const add = (counts: Map<string, number>, name: string, n = 1) =>
  counts.set(name, (counts.get(name) ?? 0) + n)

function count(cell: Cell, mail: AnalyzedMail, phrase: string | undefined, isCovered: boolean) {
  cell.volume++
  if (!mail.seen) cell.unread++
  if (mail.hasAttachments) cell.withAttachments++
  if (mail.answered) cell.answered++
  if (isCovered) cell.covered++
  if (mail.receivedAt > cell.newestAt) {
    cell.newestAt = mail.receivedAt
    cell.sampleSubject = bareSubject(mail.subject)
  }
  const { fromEmail } = mail
  if (fromEmail !== null) {
    if (cell.senders.has(fromEmail) || cell.senders.size < maxSendersOfCell) add(cell.senders, fromEmail)
    const domain = domainOf(fromEmail)
    const domains = isPublicDomain(domain) ? cell.publicDomains : cell.domains
    if (domains.size < maxDomainsOfCell) domains.add(domain)
  }
  if (!mail.folderKeys.includes('inbox'))
    for (const key of mail.folderKeys.slice(0, 1)) add(cell.folders, key)
  if (phrase !== undefined) add(cell.phrases, phrase)
}

function absorb(into: Cell, cell: Cell) {
  into.volume += cell.volume
  into.unread += cell.unread
  into.withAttachments += cell.withAttachments
  into.answered += cell.answered
  into.covered += cell.covered
  if (cell.newestAt > into.newestAt) {
    into.newestAt = cell.newestAt
    into.sampleSubject = cell.sampleSubject
  }
  for (const [name, n] of cell.senders) add(into.senders, name, n)
  for (const domain of cell.domains) into.domains.add(domain)
  for (const domain of cell.publicDomains) into.publicDomains.add(domain)
  for (const [name, n] of cell.folders) add(into.folders, name, n)
  for (const [name, n] of cell.phrases) add(into.phrases, name, n)
}

export type Cells = ReturnType<typeof createCells>

/** Collects messages into groups, one after the other. */
export function createCells() {
  const cells = new Map<string, Cell>()
  const findOrCreate = (identity: Identity): Cell => {
    const known = cells.get(nameOf(identity))
    if (known) return known
    const fitting = cells.size < maxCells ? identity : { ...identity, domain: '', shape: '' }
    const cell = cells.get(nameOf(fitting)) ?? newCell(fitting)
    cells.set(nameOf(cell), cell)
    return cell
  }
  return {
    add(mail: AnalyzedMail, isCovered: boolean) {
      const { identity, found } = identify(mail)
      count(findOrCreate(identity), mail, found?.phrase, isCovered)
    },
    /** Shapes that are too rare to be a group of their own are counted together, by domain and topic. */
    mergeRare(minVolume: number) {
      for (const [name, cell] of [...cells]) {
        if (cell.shape === '' || cell.volume >= minVolume) continue
        const rest = { ...newCell(cell), shape: '' }
        const into = cells.get(nameOf(rest)) ?? rest
        absorb(into, cell)
        cells.set(nameOf(into), into)
        cells.delete(name)
      }
    },
    all: () => [...cells.values()],
    /** The group that a message is in after merging. */
    findOf(mail: AnalyzedMail): Cell | undefined {
      const { identity } = identify(mail)
      return (
        cells.get(nameOf(identity)) ??
        cells.get(nameOf({ ...identity, shape: '' })) ??
        cells.get(nameOf({ ...identity, domain: '', shape: '' }))
      )
    },
  }
}
