import { connect, createServer, type Socket } from 'node:net'
import { type Listening, listen } from './listen.ts'

export type Fault = {
  /** Whose bytes are watched. TLS hides patterns: use a plain connection for those. */
  from: 'client' | 'server'
  /** A number of bytes of that side, or what it says; the bytes up to there are passed on first. */
  at: number | string
  /**
   * - `cut`: both sides see an orderly end; `reset`: both see RST
   * - `cut-unanswered`: lets the other side answer, swallows that answer, then cuts
   * - `swallow`: half-open: both connections stay, nothing passes any more in either direction
   * - a number: everything from there on comes that many milliseconds later
   */
  do: 'cut' | 'reset' | 'cut-unanswered' | 'swallow' | number
  /** How many connections it strikes; every one unless told. */
  times?: number
}

export type FaultProxy = {
  host: string
  port: number
  /** For the connections to come. Without arguments: no fault any more. */
  faults(...faults: Fault[]): void
  /** Strikes every open connection now. */
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

/** Passes `from` on to `to` until its faults strike. Each fault strikes a link once. */
function pump(link: Link, side: Fault['from'], faults: Fault[]): void {
  const [from, to] = side === 'client' ? [link.client, link.server] : [link.server, link.client]
  let seen = 0
  let tail = Buffer.alloc(0)
  let delay = 0
  const pass = (chunk: Buffer) => {
    if (delay === 0) return void to.write(chunk)
    setTimeout(() => !to.destroyed && to.write(chunk), delay)
  }
  /** Where in the chunk the fault strikes; beyond its end when it does not. */
  const strikesAt = (fault: Fault, chunk: Buffer) => {
    if (typeof fault.at === 'number') return fault.at - seen
    const at = Buffer.concat([tail, chunk]).indexOf(fault.at)
    return at < 0 ? Number.POSITIVE_INFINITY : at + fault.at.length - tail.length
  }
  const pending = faults.filter((fault) => fault.from === side)
  from.on('data', (chunk: Buffer) => {
    if (link.dead) return
    if (link.swallowReply === side) return end(link, 'cut')
    const struck = pending.find((fault) => strikesAt(fault, chunk) <= chunk.length)
    const cutAt = struck ? Math.max(0, strikesAt(struck, chunk)) : chunk.length
    if (cutAt > 0) pass(chunk.subarray(0, cutAt))
    const longest = Math.max(0, ...pending.map(({ at }) => (typeof at === 'string' ? at.length - 1 : 0)))
    tail = longest ? Buffer.concat([tail, chunk]).subarray(-longest) : tail
    seen += chunk.length
    if (!struck) return
    pending.splice(pending.indexOf(struck), 1)
    if (typeof struck.do === 'number') {
      delay = struck.do
      pass(chunk.subarray(cutAt))
    } else if (struck.do === 'cut-unanswered') link.swallowReply = side === 'client' ? 'server' : 'client'
    else end(link, struck.do)
  })
  from.on('error', () => to.destroy())
  from.on('close', () => !link.dead && to.end())
}

/** A TCP proxy in front of a real server, for what real networks do. */
export async function startProxy(target: { host?: string; port: number }): Promise<FaultProxy> {
  const links = new Set<Link>()
  let rules: { fault: Fault; left: number }[] = []
  let accepted = 0
  const server = createServer({ noDelay: true }, (client) => {
    accepted += 1
    const upstream = connect({ port: target.port, host: target.host ?? '127.0.0.1', noDelay: true })
    const link: Link = { client, server: upstream, dead: false, swallowReply: undefined }
    links.add(link)
    client.once('close', () => links.delete(link))
    const chosen = rules.filter((rule) => rule.left > 0)
    for (const rule of chosen) rule.left -= 1
    const faults = chosen.map((rule) => rule.fault)
    pump(link, 'client', faults)
    pump(link, 'server', faults)
  })
  const listening: Listening = await listen(server)
  return {
    ...listening,
    faults: (...faults) => {
      rules = faults.map((fault) => ({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }))
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
