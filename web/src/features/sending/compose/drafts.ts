import { create } from 'zustand'
import { clientToken } from '../../../lib/client-token.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { fromPlainText } from '../../../ui/rich-text/plain.ts'

export type UploadedFile = { id: string; filename: string; mime: string; size: number }

/** A mail that is being written. It lives in this browser until it is sent. */
export type Draft = {
  /** Also the client token of its sending: a draft is never sent twice. */
  id: string
  mailboxId?: string
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string
  /** What was written: as HTML, and the same as plain text. */
  html: string
  text: string
  /** Null without one; undefined for the usual one. */
  signatureId?: string | null
  replyToMessageId?: string
  forwardOfMessageId?: string
  quoteOriginal: boolean
  files: UploadedFile[]
}

export type Seed = Partial<Omit<Draft, 'id'>>

type Drafts = { drafts: readonly Draft[]; openId: string | undefined }

// Drafts are private: another member who uses this browser does not see them.
let owner = ''
export const draftOwner = () => owner
const storageKey = () => `mailwright.drafts.${owner}`
const isDrafts = (value: unknown): value is Draft[] =>
  Array.isArray(value) && value.every((draft) => typeof draft?.id === 'string' && Array.isArray(draft.to))

export const useDrafts = create<Drafts>(() => ({ drafts: [], openId: undefined }))

const readDrafts = () =>
  (readStored(storageKey(), isDrafts) ?? []).map((draft) => ({
    ...draft,
    html: draft.html ?? fromPlainText(draft.text),
  }))

/** Shows the drafts of a member. */
export function loadDrafts(memberId: string) {
  if (owner === memberId) return
  owner = memberId
  useDrafts.setState({ drafts: readDrafts(), openId: undefined })
}

/** Another window of the member has changed a draft: what is written here stays. */
function takeOver() {
  const { drafts, openId } = useDrafts.getState()
  const open = drafts.find(({ id }) => id === openId)
  const others = readDrafts().filter(({ id }) => id !== openId)
  useDrafts.setState({ drafts: open ? [...others, open] : others })
}
addEventListener('storage', ({ key }) => {
  if (owner !== '' && key === storageKey()) takeOver()
})

const blank = (): Draft => ({
  id: clientToken(),
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  html: '',
  text: '',
  quoteOriginal: true,
  files: [],
})

const store = (drafts: readonly Draft[]) => writeStored(storageKey(), drafts)

/** Opens the editor with what is known already. */
export function openCompose(seed: Seed) {
  const { drafts } = useDrafts.getState()
  const known = drafts.find(
    (draft) => seed.replyToMessageId && draft.replyToMessageId === seed.replyToMessageId,
  )
  const draft = known ?? { ...blank(), ...seed, html: seed.html ?? fromPlainText(seed.text ?? '') }
  if (!known) useDrafts.setState({ drafts: [...drafts, draft] })
  useDrafts.setState({ openId: draft.id })
}

export const showDraft = (id: string | undefined) => useDrafts.setState({ openId: id })

export function changeDraft(id: string, change: Partial<Draft>) {
  const drafts = useDrafts
    .getState()
    .drafts.map((draft) => (draft.id === id ? { ...draft, ...change } : draft))
  useDrafts.setState({ drafts })
  store(drafts)
}

export function removeDraft(id: string): Draft | undefined {
  const { drafts, openId } = useDrafts.getState()
  const rest = drafts.filter((draft) => draft.id !== id)
  useDrafts.setState({ drafts: rest, openId: openId === id ? undefined : openId })
  store(rest)
  return drafts.find((draft) => draft.id === id)
}

/** Puts a draft back that was discarded or not sent. */
export function restoreDraft(draft: Draft) {
  const drafts = [...useDrafts.getState().drafts.filter(({ id }) => id !== draft.id), draft]
  useDrafts.setState({ drafts, openId: draft.id })
  store(drafts)
}

export const isBlank = ({ to, cc, bcc, subject, text, files }: Draft) =>
  !subject.trim() && !text.trim() && to.length + cc.length + bcc.length + files.length === 0
