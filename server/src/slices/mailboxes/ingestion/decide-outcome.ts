import { exclusionReason, type IngestionScope } from './in-scope.ts'

type Outcome = 'excluded_org' | 'excluded_member' | 'guardrail' | 'unmatched' | 'dispatched'
export type Decision = { outcome: Outcome; ruleRef: string | null }

export type Incoming = {
  fromEmail: string | null
  isFromSelf: boolean
  isBounce: boolean
  isAutoReply: boolean
  /** Carries the loop mark of our own automated mail. */
  isOwnLoop: boolean
}

export type Rules = {
  organisation: IngestionScope | undefined
  member: IngestionScope
  /** Addresses of the member's mailboxes and proven ones of other members, in lower case. */
  ownAddresses: ReadonlySet<string>
}

/** Bounces start only the workflows that are made for them. */
export const bounceGuardrail = 'bounce'

/**
 * Mail that must never start a workflow whatever its trigger says, because it may be a mail loop. Mailing lists,
 * no-reply senders and automatic replies of external senders carry no such risk and are left to the triggers.
 */
function guardrailFor(message: Incoming, rules: Rules): string | undefined {
  if (message.isOwnLoop) return 'loop'
  if (message.isFromSelf) return 'own_mail'
  if (message.isBounce) return bounceGuardrail
  const isOwnAddress = message.fromEmail !== null && rules.ownAddresses.has(message.fromEmail.toLowerCase())
  return isOwnAddress && message.isAutoReply ? 'member_auto_reply' : undefined
}

/** Runs before any trigger is evaluated; undefined leaves the decision to the workflows. */
export function decideOutcome(message: Incoming, rules: Rules): Decision | undefined {
  const byOrganisation = rules.organisation && exclusionReason(rules.organisation, message.fromEmail)
  if (byOrganisation) return { outcome: 'excluded_org', ruleRef: byOrganisation }
  const byMember = exclusionReason(rules.member, message.fromEmail)
  if (byMember) return { outcome: 'excluded_member', ruleRef: byMember }
  const guardrail = guardrailFor(message, rules)
  return guardrail ? { outcome: 'guardrail', ruleRef: guardrail } : undefined
}
