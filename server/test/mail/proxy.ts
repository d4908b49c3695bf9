import { connect, createServer, type Socket } from 'node:net'
import { type Listening, listen } from './listen.ts'

export type Fault = {
  /** The observed side. Patterns need a connection without TLS. */
  from: 'client' | 'server'
  /** A byte count or a text; the bytes up to there are passed on first. */
  at: number | string
  /**
   * - `cut`: both sides see an orderly end; `reset`: both see RST
   * - `cut-unanswered`: lets the other side reply, drops that reply, then cuts
   * - `swallow`: half-open: both connections stay, but nothing passes in either direction
   * - a number: delays everything from there on by that many milliseconds
   */
  do: 'cut' | 'reset' | 'cut-unanswered' | 'swallow' | number
  /** The number of connections it applies to; all by default. */
  times?: number
}

export type FaultProxy = {
  host: string
  port: number
  /** Sets the faults of future connections; none without arguments. */
  faults(...faults: Fault[]): void
  /** Breaks every open connection now. */
  strike(how: 'cut' | 'reset' | 'swallow'): void
  accepted(): number
  open(): number
  stop(): Promise<void>
}

type Link = { client: Socket; server: Socket; dead: boolean; swallowReply: Fault['from'] | undefined }

const end = (link: Link, how: 'cut' | 'reset' | 'swallow') => {
  link.dead = true
  for (const socket of [link.client, link.server]) {
    if (how === 'cut') socket.end()
    if (how === 'cut') socket.destroySoon()
    if (how === 'reset') socket.resetAndDestroy()
  }
}

/** Forwards one side to the other until a fault applies. Each fault applies once per link. */
function pump(link: Link, side: Fault['from'], faults: Fault[]): void {
  const [from, to] = side === 'client' ? [link.client, link.server] : [link.server, link.client]
  let seen = 0
  let tail = Buffer.alloc(0)
  let delay = 0
  const pass = (chunk: Buffer) => {
    if (delay === 0) return void to.write(chunk)
    setTimeout(() => !to.destroyed && to.write(chunk), delay)
  }
  /** The offset in the chunk at which the fault applies; beyond its end if it does not. */
  const offsetOf = (fault: Fault, chunk: Buffer) => {
    if (typeof fault.at === 'number') return fault.at - seen
    const at = Buffer.concat([tail, chunk]).indexOf(fault.at)
    return at < 0 ? Number.POSITIVE_INFINITY : at + fault.at.length - tail.length
  }
  const pending = faults.filter((fault) => fault.from === side)
  from.on('data', (chunk: Buffer) => {
    if (link.dead) return
    if (link.swallowReply === side) return end(link, 'cut')
    const triggered = pending.find((fault) => offsetOf(fault, chunk) <= chunk.length)
    const cutAt = triggered ? Math.max(0, offsetOf(triggered, chunk)) : chunk.length
    if (cutAt > 0) pass(chunk.subarray(0, cutAt))
    const maxPatternOverlap = Math.max(
      0,
      ...pending.map(({ at }) => (typeof at === 'string' ? at.length - 1 : 0)),
    )
    tail = maxPatternOverlap ? Buffer.concat([tail, chunk]).subarray(-maxPatternOverlap) : tail
    seen += chunk.length
    if (!triggered) return
    pending.splice(pending.indexOf(triggered), 1)
    if (typeof triggered.do === 'number') {
      delay = triggered.do
      pass(chunk.subarray(cutAt))
    } else if (triggered.do === 'cut-unanswered') link.swallowReply = side === 'client' ? 'server' : 'client'
    else end(link, triggered.do)
  })
  from.on('error', () => to.destroy())
  from.on('close', () => !link.dead && to.end())
}

/** A TCP proxy that simulates network failures in front of a real server. */
export async function startProxy(target: { host?: string; port: number }): Promise<FaultProxy> {
  const links = new Set<Link>()
  let rules: { fault: Fault; remaining: number }[] = []
  let accepted = 0
  const server = createServer({ noDelay: true }, (client) => {
    accepted += 1
    const upstream = connect({ port: target.port, host: target.host ?? '127.0.0.1', noDelay: true })
    const link: Link = { client, server: upstream, dead: false, swallowReply: undefined }
    links.add(link)
    client.once('close', () => links.delete(link))
    const active = rules.filter((rule) => rule.remaining > 0)
    for (const rule of active) rule.remaining -= 1
    const faults = active.map((rule) => rule.fault)
    pump(link, 'client', faults)
    pump(link, 'server', faults)
  })
  const listening: Listening = await listen(server)
  return {
    ...listening,
    faults: (...faults) => {
      rules = faults.map((fault) => ({ fault, remaining: fault.times ?? Number.POSITIVE_INFINITY }))
    },
    strike: (how) => {
      for (const link of links) end(link, how)
    },
    accepted: () => accepted,
    open: () => links.size,
    stop: async () => {
      for (const link of links) end(link, 'reset')
      await listening.stop()
    },
  }
}
