import { promises as dns, type SrvRecord } from 'node:dns'

/** A mail service that a domain announces in DNS. */
export type Service = { host: string; port: number; secure: boolean }
export type Services = { imap?: Service; smtp?: Service }
export type FindServices = (domain: string) => Promise<Services>
export type LookupSrv = (name: string) => Promise<SrvRecord[]>

const withinMs = 3_000

/** Asks within the limit; a name server that does not answer is one that knows nothing. */
function createSrvLookup(): LookupSrv {
  const resolver = new dns.Resolver({ timeout: 1_000, tries: 2 })
  return (name) => resolver.resolveSrv(name)
}

// RFC 2782: the lowest priority first, of those the heaviest; a single dot says that there is no such service.
const best = (records: SrvRecord[]) =>
  records
    .filter(({ name, port }) => name !== '' && name !== '.' && port > 0)
    .sort((a, b) => a.priority - b.priority || b.weight - a.weight)[0]

/** RFC 6186 and, for TLS from the first byte, RFC 8314 section 5.1, which is to be preferred. */
export function createFindServices(lookup: LookupSrv = createSrvLookup(), limitMs = withinMs): FindServices {
  return async (domain) => {
    const limit = new Promise<SrvRecord[]>((resolve) => setTimeout(resolve, limitMs, []).unref())
    const ask = async (service: string, secure: boolean): Promise<Service | undefined> => {
      const found = best(await Promise.race([lookup(`${service}._tcp.${domain}`).catch(() => []), limit]))
      return found && { host: found.name.replace(/\.$/, ''), port: found.port, secure }
    }
    const [imaps, imap, submissions, submission] = await Promise.all([
      ask('_imaps', true),
      ask('_imap', false),
      ask('_submissions', true),
      ask('_submission', false),
    ])
    const inbound = imaps ?? imap
    const outbound = submissions ?? submission
    return { ...(inbound ? { imap: inbound } : {}), ...(outbound ? { smtp: outbound } : {}) }
  }
}
