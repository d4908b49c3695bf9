import { create } from 'zustand'
import type { client } from '../../../api/client.ts'

type ActInput = Parameters<typeof client.threads.act>[0]['body']
export type ActionName = ActInput['action']

/** Something the member did to a thread that the lists may not show yet. */
export type Act = {
  /** The client token: a repeated request does nothing twice. */
  id: string
  threadId: string
  action: ActionName
  labels?: { add?: string[]; remove?: string[] } | undefined
  /** When the service had confirmed it. Whatever was read later includes it. */
  doneAt?: number
}

const maxKept = 1_000

export const usePendingActs = create<{ acts: readonly Act[] }>(() => ({ acts: [] }))

export const addActs = (added: readonly Act[]) =>
  usePendingActs.setState(({ acts }) => ({ acts: [...acts, ...added].slice(-maxKept) }))

export const dropAct = (id: string) =>
  usePendingActs.setState(({ acts }) => ({ acts: acts.filter((act) => act.id !== id) }))

export const settleAct = (id: string) =>
  usePendingActs.setState(({ acts }) => ({
    acts: acts.map((act) => (act.id === id ? { ...act, doneAt: Date.now() } : act)),
  }))
