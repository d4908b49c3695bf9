import type { client } from '../../api/client.ts'

export type Thread = Awaited<ReturnType<typeof client.threads.list>>['threads'][number]
export type Message = Awaited<ReturnType<typeof client.threads.get>>['messages'][number]
export type Attachment = Message['attachments'][number]
