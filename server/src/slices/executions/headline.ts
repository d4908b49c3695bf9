import type { MessageHead } from './ports.ts'

type Message = { subject: string | null; from: { name?: string | null; email: string } | null }

/** The message as shown in the list of executions. */
export const headlineOf = ({ subject, from }: Message): MessageHead['headline'] => ({
  subject: subject ?? '',
  fromName: from?.name ?? null,
  fromEmail: from?.email ?? '',
})
