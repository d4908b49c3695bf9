import { type LiveEventType, type LiveMessage, livePath } from '@mailwright/contract/live'
import { create } from 'zustand'
import { queryClient, reread } from './read.ts'
import { rereads } from './rereads.ts'

type Channel = { isConnected: boolean; wasLost: boolean }
/** Whether changes arrive by themselves. */
export const useChannel = create<Channel>(() => ({ isConnected: false, wasLost: false }))

const gatherMs = 100
const fallbackMs = 60_000
const maxDelayMs = 15_000
const credentialsChanged = 4401

const gathered = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

function rereadGathered() {
  timer = undefined
  const keys = [...gathered].map((key) => key.split('.'))
  gathered.clear()
  if (keys.some(([domain]) => domain === '')) void queryClient.invalidateQueries()
  else void reread(...keys)
}

/** Events of a moment cause one read together; a hidden tab reads when it is shown again. */
function schedule() {
  if (timer !== undefined || gathered.size === 0 || document.hidden) return
  timer = setTimeout(rereadGathered, gatherMs)
}

type Listener = (message: LiveMessage) => void
const listeners = new Map<LiveEventType, Set<Listener>>()

/** For events whose data is shown as it comes, such as the words of an answer. Returns how to stop. */
export function onLive<T extends LiveEventType>(type: T, listener: (message: LiveMessage<T>) => void) {
  const known = listeners.get(type) ?? new Set()
  listeners.set(type, known)
  known.add(listener as Listener)
  return () => void known.delete(listener as Listener)
}

function receive(text: string) {
  const message = JSON.parse(text) as LiveMessage
  const { type } = message
  for (const listener of listeners.get(type) ?? []) listener(message)
  for (const key of rereads[type] ?? []) gathered.add(key.join('.'))
  schedule()
}

const settleMs = 500

/**
 * Reads again what was read, or asked for, before the channel was open: nobody announced what changed in between. Waits
 * until it has arrived, so that a page on a slow network is not asked for twice at once.
 */
function rereadEarlier() {
  const earlier = new Set(
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryHash }) => queryHash),
  )
  const filter = { predicate: ({ queryHash }: { queryHash: string }) => earlier.has(queryHash) }
  const attempt = () => {
    if (queryClient.isFetching(filter) > 0) setTimeout(attempt, settleMs)
    else void queryClient.invalidateQueries(filter)
  }
  setTimeout(attempt, settleMs)
}

/** Keeps a socket open while the member is signed in. Returns how to close it. */
export function openChannel(): () => void {
  let socket: WebSocket | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const connect = () => {
    let wasOpened = false
    socket = new WebSocket(location.origin.replace(/^http/, 'ws') + livePath)
    socket.onopen = () => {
      wasOpened = true
      // What happened while it was away is unknown.
      if (useChannel.getState().wasLost) void queryClient.invalidateQueries()
      else rereadEarlier()
      failures = 0
      useChannel.setState({ isConnected: true, wasLost: false })
    }
    socket.onmessage = ({ data }) => receive(String(data))
    socket.onclose = ({ code }) => {
      // The session may have ended, or its rights may have changed: reading the account tells.
      if (code === credentialsChanged || !wasOpened) void reread(['account'])
      useChannel.setState({ isConnected: false, wasLost: true })
      failures += 1
      // Spread, so that a restarted service is not met by everybody at once.
      retry = setTimeout(connect, Math.min(maxDelayMs, 500 * 2 ** failures) * (0.5 + Math.random() / 2))
    }
  }
  const fallback = setInterval(() => {
    if (!useChannel.getState().isConnected && !document.hidden) void queryClient.invalidateQueries()
  }, fallbackMs)
  document.addEventListener('visibilitychange', schedule)
  connect()
  return () => {
    document.removeEventListener('visibilitychange', schedule)
    clearInterval(fallback)
    clearTimeout(retry)
    if (socket) socket.onclose = null
    socket?.close()
    useChannel.setState({ isConnected: false, wasLost: false })
  }
}
