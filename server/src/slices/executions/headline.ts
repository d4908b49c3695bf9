import type { MessageHead } from './ports.ts'

type Message = { subject: string | null; from: { name?: string | null; email: string } | null }

/** What the list of executions shows of the message. */
export const headlineOf = ({ subject, from }: Message): MessageHead['headline'] => ({
  subject: subject ?? '',
  fromName: from?.name ?? null,
  fromEmail: from?.email ?? '',
})
