import type { ReportGroup } from '@mailwright/contract/analyzer'
import type { Static } from '@mailwright/contract/schema'
import type { AnalyzedMail } from '../../messages/index.ts'

export type Signal = Static<typeof ReportGroup>['signal']

const machine =
  /^(?:(?:do[-_.]?)?not?[-_.]?reply|ne[-_.]?pas[-_.]?repondre|notifications?|notify|alerts?|alertes?|mailer(?:-daemon)?|postmaster|robot|bot|system|automat\w*|updates?|bounces?)[-_.+@\d]/

type Sent = Pick<AnalyzedMail, 'fromEmail' | 'isAutoReply' | 'isBounce' | 'isMailingList' | 'isNoReply'>

/** Who wrote: a list, a program, a program in answer to our own mail (`auto`), or a person. */
export function signalOf(mail: Sent): Signal {
  if (mail.isAutoReply || mail.isBounce) return 'auto'
  if (mail.isMailingList) return 'newsletter'
  return mail.isNoReply || machine.test(mail.fromEmail ?? '') ? 'automated' : 'human'
}
