import { readStored, writeStored } from '../../../lib/storage.ts'
import { type Draft, draftOwner } from './drafts.ts'

type Sent = { opId: string; draft: Draft }

const maxKept = 20
const storageKey = () => `mailwright.sent.${draftOwner()}`
const isSent = (value: unknown): value is Sent[] =>
  Array.isArray(value) && value.every((one) => typeof one?.opId === 'string' && one.draft)

const all = () => readStored(storageKey(), isSent) ?? []

/** Keeps what was written for a while, in case that it cannot be sent. */
export const keepSent = (opId: string, draft: Draft) =>
  writeStored(storageKey(), [...all(), { opId, draft }].slice(-maxKept))

/** What was written in this browser for an outgoing mail. */
export const draftOf = (opId: string): Draft | undefined => all().find((one) => one.opId === opId)?.draft
