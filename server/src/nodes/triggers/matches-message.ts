import { foldForComparison } from '../../platform/text/fold.ts'
import { findWords } from '../text/find-words.ts'
import type { MessageCondition, MessageTriggerParams } from './message-trigger-schema.ts'

type Person = { name?: string | null; email: string }

/** What a trigger can check about a message. */
export type MessageFacts = {
  mailboxId: string
  /** Key and role of each folder of the message. */
  folderKeys: string[]
  from: Person | null
  to: Person[]
  cc: Person[]
  subject: string | null
  bodyText: string | null
  attachments: { filename: string | null; mime: string; size: number }[]
  size: number
  signals: {
    isAutoReply: boolean
    isNoReply: boolean
    isMailingList: boolean
    isFromSelf: boolean
    isBounce: boolean
  }
  isFirstInThread: boolean
}

// Many workflows check the same message: its text is folded once.
const foldedBodies = new WeakMap<MessageFacts, string>()
function bodyOf(facts: MessageFacts): string {
  const known = foldedBodies.get(facts)
  if (known !== undefined) return known
  const folded = foldForComparison(facts.bodyText ?? '')
  foldedBodies.set(facts, folded)
  return folded
}

const peopleOf = (field: string, facts: MessageFacts): Person[] => {
  if (field === 'from') return facts.from ? [facts.from] : []
  if (field === 'recipient') return [...facts.to, ...facts.cc]
  return field === 'to' ? facts.to : facts.cc
}

/** A person matches by address, by name, or by both as written in a mail header. */
const namesOf = ({ name, email }: Person) =>
  [email, ...(name ? [name, `${name} <${email}>`] : [])].map(foldForComparison)

function textsOf(field: string, facts: MessageFacts): string[] {
  if (field === 'subject') return [foldForComparison(facts.subject ?? '')]
  if (field === 'body') return [bodyOf(facts)]
  if (field === 'attachmentName')
    return facts.attachments.map(({ filename }) => foldForComparison(filename ?? ''))
  return peopleOf(field, facts).flatMap(namesOf)
}

/** Includes subdomains. */
function isAtDomain({ email }: Person, domain: string): boolean {
  const own = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return own === domain || own.endsWith(`.${domain}`)
}

const positive = {
  contains: 'contains',
  not_contains: 'contains',
  equals: 'equals',
  not_equals: 'equals',
  matches: 'matches',
} as const

function holds(condition: MessageCondition, facts: MessageFacts): boolean {
  if (!('operator' in condition)) {
    const { field, value } = condition
    if (field === 'minSize') return facts.size >= value
    if (field === 'maxSize') return facts.size <= value
    return (field === 'hasAttachment' ? facts.attachments.length > 0 : facts.signals[field]) === value
  }
  const { field, operator, value } = condition
  const wanted = operator !== 'not_contains' && operator !== 'not_equals' && operator !== 'not_domain'
  if (operator === 'domain' || operator === 'not_domain') {
    const domain = value.trim().toLowerCase().replace(/^@/, '')
    return peopleOf(field, facts).some((person) => isAtDomain(person, domain)) === wanted
  }
  const words = foldForComparison(value).trim()
  return textsOf(field, facts).some((own) => findWords(positive[operator], own.trim(), words)) === wanted
}

/** Own mail could be a loop, and bounces have their own trigger; no parameter admits them. */
const isExcluded = (params: MessageTriggerParams, { signals }: MessageFacts) =>
  (signals.isAutoReply && !params.includeAutomatic) ||
  (signals.isMailingList && !params.includeLists) ||
  signals.isFromSelf ||
  signals.isBounce

const isIn = (wanted: string[], own: string[]) =>
  wanted.length === 0 || own.some((one) => wanted.includes(one))

/** Whether a message starts the workflow. Ignores case and accents; linear in the size of the message. */
export function matchesMessage(params: MessageTriggerParams, facts: MessageFacts): boolean {
  const { conditions, match } = params
  if (isExcluded(params, facts) || (params.firstInThreadOnly && !facts.isFirstInThread)) return false
  if (!isIn(params.mailboxIds, [facts.mailboxId]) || !isIn(params.folders, facts.folderKeys)) return false
  if (conditions.length === 0) return true
  return match === 'all'
    ? conditions.every((one) => holds(one, facts))
    : conditions.some((one) => holds(one, facts))
}
