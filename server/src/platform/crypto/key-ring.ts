import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { KeyRingError } from './errors.ts'

/** A KeyObject, so that printing it never shows its bytes. */
export type MasterKey = { readonly id: string; readonly key: KeyObject }

export type KeyRing = {
  readonly enabled: boolean
  /** Where its keys come from, for messages. */
  readonly where: string
  /** Newest first. A ring from a file checks whether the file changed. */
  keys(): Promise<readonly MasterKey[]>
  /** Also finds a key that a rotation has just added to the file. */
  find(id: string): Promise<MasterKey | undefined>
  /** Present if we can change the keys. */
  readonly file?: {
    /** Prepends a new key and returns its id. */
    addKey(): Promise<string>
    removeKeys(ids: readonly string[]): Promise<void>
  }
}

const settingName = 'MAILWRIGHT_SECRET_KEY'
const keyBytes = 32
// Too short for a base64 key: a key in the place of an id is rejected, and so never printed as an id.
const idPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/
const base64Pattern = /^[A-Za-z0-9+/_-]{43}=?$/

function entryFault(entry: string): string | undefined {
  const colon = entry.indexOf(':')
  if (colon === -1) return 'is not of the form id:base64'
  if (!idPattern.test(entry.slice(0, colon)))
    return 'has an id that is not 1 to 32 letters, digits, dots, dashes or underscores'
  if (!base64Pattern.test(entry.slice(colon + 1)))
    return 'has a key that is not the base64 of exactly 32 bytes (generate one with openssl rand -base64 32)'
  return undefined
}

/** Faults refer to an entry by its position: its text may be a mistyped key. */
export function parseKeys(text: string, where: string): MasterKey[] {
  const entries = text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const faults = entries.flatMap((entry, i) => {
    const what = entryFault(entry)
    return what ? [`Entry ${i + 1} of ${where} ${what}.`] : []
  })
  const ids = entries.map((entry) => entry.slice(0, entry.indexOf(':')))
  ids.forEach((id, i) => {
    const first = ids.indexOf(id)
    if (first !== i && !entryFault(entries[i] ?? ''))
      faults.push(`Entries ${first + 1} and ${i + 1} of ${where} have the same id: give each key its own.`)
  })
  if (faults.length > 0) throw new KeyRingError(faults)
  return entries.map((entry, i) => {
    const id = ids[i] ?? ''
    return { id, key: createSecretKey(Buffer.from(entry.slice(id.length + 1), 'base64')) }
  })
}

export const formatKeys = (keys: readonly MasterKey[]): string =>
  keys.map(({ id, key }) => `${id}:${key.export().toString('base64')}\n`).join('')

/** The date is for people; the random part distinguishes two keys of one day. */
export function newMasterKey(): MasterKey {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  const id = `k${day}-${randomBytes(4).toString('hex')}`
  return { id, key: createSecretKey(randomBytes(keyBytes)) }
}

const fixedRing = (keys: readonly MasterKey[], where: string): KeyRing => ({
  enabled: keys.length > 0,
  where,
  keys: async () => keys,
  find: async (id) => keys.find((key) => key.id === id),
})

export const emptyKeyRing = (): KeyRing => fixedRing([], settingName)

/** `id:base64`, newest first, comma-separated; an empty text is a ring without keys. */
export const keyRingFromText = (text: string, where = settingName): KeyRing =>
  fixedRing(parseKeys(text, where), where)
