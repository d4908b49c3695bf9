import { type SmtpHandler, startScriptedSmtp } from '../../server/test/mail/scripted-smtp.ts'

// A faulty mail server that outlives its clients and records what it has accepted.

const messageIdOf = (source: Buffer) => /^Message-ID: <(.+)>/im.exec(source.toString('latin1'))?.[1] ?? ''
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T

/** Before the end of the message: nothing is accepted. */
const early: Record<string, SmtpHandler> = {
  'cut before the dot': (_line, peer) => peer.cut(),
  'reset before the dot': (_line, peer) => peer.reset(),
  'hung before the dot': () => undefined,
  '451 before the dot': (_line, peer) => peer.send('451 4.3.0 later'),
  // During the body, the dot or the reply.
  'reset in the body': (_line, peer, defaultReply) => {
    defaultReply()
    setTimeout(() => peer.reset(), Math.random() * 12)
  },
}
/** After it. `accept` accepts the message; the reply may then get lost. */
type Late = (accept: () => void, peer: Parameters<SmtpHandler>[1]) => void
const late: Record<string, Late> = {
  'accepted, cut': (accept, peer) => {
    accept()
    peer.cut()
  },
  'accepted, reset': (accept, peer) => {
    accept()
    peer.reset()
  },
  'accepted, hung': (accept) => accept(),
  'not accepted, cut': (_accept, peer) => peer.cut(),
  'not accepted, reset': (_accept, peer) => peer.reset(),
  'not accepted, hung': () => undefined,
  '451 after the dot': (_accept, peer) => peer.send('451 4.3.0 later'),
  '550 after the dot': (_accept, peer) => peer.send('550 5.7.1 no'),
}

export async function startPeer(faultRate: number) {
  const accepted = new Map<string, number>()
  const faults: Record<string, number> = {}
  const hasFault = () => Math.random() < faultRate
  const recordFault = (name: string) => {
    faults[name] = (faults[name] ?? 0) + 1
  }
  const smtp = await startScriptedSmtp({
    on: {
      DATA: (line, peer, defaultReply) => {
        if (!hasFault()) return defaultReply()
        const name = pick(Object.keys(early))
        recordFault(name)
        return early[name]?.(line, peer, defaultReply)
      },
      BODY: (_line, peer) => {
        const id = messageIdOf(smtp.received.at(-1)?.source ?? Buffer.alloc(0))
        const accept = () => void accepted.set(id, (accepted.get(id) ?? 0) + 1)
        if (!hasFault()) {
          accept()
          return peer.send('250 2.0.0 queued')
        }
        const name = pick(Object.keys(late))
        recordFault(name)
        return late[name]?.(accept, peer)
      },
    },
  })
  return { smtp, accepted, faults }
}
