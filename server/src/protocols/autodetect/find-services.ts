import { promises as dns, type SrvRecord } from 'node:dns'
import { assertNoTransaction } from '../../platform/concurrency/transaction-scope.ts'

/** A mail service that a domain announces in DNS. */
export type Service = { host: string; port: number; secure: boolean }
export type Services = { imap?: Service; smtp?: Service }
export type FindServices = (domain: string) => Promise<Services>
export type LookupSrv = (name: string) => Promise<SrvRecord[]>

const defaultTimeoutMs = 3_000

/** An unresponsive name server counts as one without records. */
function createSrvLookup(): LookupSrv {
  const resolver = new dns.Resolver({ timeout: 1_000, tries: 2 })
  return (name) => resolver.resolveSrv(name)
}

// RFC 2782: lowest priority first, then highest weight; a single dot means that the service does not exist.
const pickRecord = (records: SrvRecord[]) =>
  records
    .filter(({ name, port }) => name !== '' && name !== '.' && port > 0)
    .sort((a, b) => a.priority - b.priority || b.weight - a.weight)[0]

/** RFC 6186, and RFC 8314 section 5.1 for implicit TLS, which is preferred. */
export function createFindServices(
  lookup: LookupSrv = createSrvLookup(),
  timeoutMs = defaultTimeoutMs,
): FindServices {
  return async (domain) => {
    assertNoTransaction('Mail services were looked up')
    const timeout = new Promise<SrvRecord[]>((resolve) => setTimeout(resolve, timeoutMs, []).unref())
    const lookUpService = async (service: string, secure: boolean): Promise<Service | undefined> => {
      const found = pickRecord(
        await Promise.race([lookup(`${service}._tcp.${domain}`).catch(() => []), timeout]),
      )
      return found && { host: found.name.replace(/\.$/, ''), port: found.port, secure }
    }
    const [imaps, imap, submissions, submission] = await Promise.all([
      lookUpService('_imaps', true),
      lookUpService('_imap', false),
      lookUpService('_submissions', true),
      lookUpService('_submission', false),
    ])
    const inbound = imaps ?? imap
    const outbound = submissions ?? submission
    return { ...(inbound ? { imap: inbound } : {}), ...(outbound ? { smtp: outbound } : {}) }
  }
}
