import { createContext, useContext } from 'react'
import type { useActs } from '../acts/use-acts.ts'
import type { Thread } from '../messages.types.ts'
import type { Place } from '../place.ts'

/** What the list and the reader share. */
export type MailContext = {
  place: Place
  threads: readonly Thread[]
  hasMore: boolean
  openId: string | undefined
  /** Opens the thread that many rows further down. */
  move(by: number): void
  close(): void
  acts: ReturnType<typeof useActs>
}

const Context = createContext<MailContext | undefined>(undefined)
export const MailProvider = Context.Provider

export function useMail(): MailContext {
  const mail = useContext(Context)
  if (!mail) throw new Error('outside of the mail page')
  return mail
}
