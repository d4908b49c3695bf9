import { exclusionReason, type IngestionScope } from './in-scope.ts'

type Outcome = 'excluded_org' | 'excluded_member' | 'guardrail' | 'unmatched' | 'dispatched'
export type Decision = { outcome: Outcome; ruleRef: string | null }

export type Incoming = {
  fromEmail: string | null
  isFromSelf: boolean
  isBounce: boolean
  isAutoReply: boolean
  /** It carries the mark that our own automatic mail carries. */
  isOwnLoop: boolean
}

export type Rules = {
  organisation: IngestionScope | undefined
  member: IngestionScope
  /** Addresses of every mailbox of the instance, in lower case. */
  ownAddresses: ReadonlySet<string>
}

/**
 * What must never start a workflow, whatever its trigger says: our own words coming back. Lists, no-reply senders
 * and automatic replies of strangers are no such danger; a trigger decides about them.
 */
function guardrailFor(message: Incoming, rules: Rules): string | undefined {
  if (message.isOwnLoop) return 'loop'
  if (message.isFromSelf) return 'own_mail'
  if (message.isBounce) return 'bounce'
  const ours = message.fromEmail !== null && rules.ownAddresses.has(message.fromEmail.toLowerCase())
  return ours && message.isAutoReply ? 'member_auto_reply' : undefined
}

/** Decides before any workflow is asked; undefined: the workflows decide. */
export function decideOutcome(message: Incoming, rules: Rules): Decision | undefined {
  const byOrganisation = rules.organisation && exclusionReason(rules.organisation, message.fromEmail)
  if (byOrganisation) return { outcome: 'excluded_org', ruleRef: byOrganisation }
  const byMember = exclusionReason(rules.member, message.fromEmail)
  if (byMember) return { outcome: 'excluded_member', ruleRef: byMember }
  const guardrail = guardrailFor(message, rules)
  return guardrail ? { outcome: 'guardrail', ruleRef: guardrail } : undefined
}
