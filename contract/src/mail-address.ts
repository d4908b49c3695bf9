import { named, object, optional, string } from './schema.ts'

/** A sender or a recipient of a message. */
export const MailAddress = named('MailAddress', object({ name: optional(string()), email: string() }))
