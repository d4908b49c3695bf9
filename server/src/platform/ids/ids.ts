import * as crypto from 'node:crypto'

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isUuid = (text: string) => uuidPattern.test(text)

/** Time-ordered ids keep new rows together in an index (RFC 9562, version 7). */
export const newId = (): string => crypto.randomUUIDv7()
