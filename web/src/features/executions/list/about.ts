import type { Run } from '../executions.types.ts'

type AboutWords = { noSubject: string; withoutMail: Record<string, string> }

/** What a run is about: the mail that started it, or the kind of its start. */
export function aboutOf(run: Pick<Run, 'messageHeadline' | 'triggerType'>, t: AboutWords): string {
  const { messageHeadline: mail, triggerType } = run
  if (mail) return `${mail.fromName || mail.fromEmail}: ${mail.subject || t.noSubject}`
  return t.withoutMail[triggerType ?? ''] ?? triggerType ?? ''
}
