import { withTimeout } from '../../../platform/concurrency/time.ts'
import { fault } from '../../../platform/errors/app-error.ts'
import { MailPortClosed, OutboundBlocked } from '../../../platform/outbound/errors.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { isPublicAddress } from '../../../platform/outbound/public-address.ts'

const lookupMs = 3_000

const invalid = (en: string, fr: string) => fault('llm.invalid_base_url', { message: { en, fr } })

function readBaseUrl(written: string): URL {
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw fault('llm.invalid_base_url')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw invalid(
      'A base URL has no user name, no query and no fragment.',
      "Une URL de base n'a ni nom d'utilisateur, ni paramètres, ni fragment.",
    )
  return url
}

async function resolve(outbound: Outbound, url: URL): Promise<string | undefined> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  try {
    const found = outbound.resolve(host, port)
    return (await withTimeout(found, lookupMs, () => new Error('no answer from the name server'))).address
  } catch (error) {
    // A name that does not resolve now may do so later: only a test call can tell.
    if (!(error instanceof OutboundBlocked)) return undefined
    const pair = `${url.hostname}:${port}`
    if (error instanceof MailPortClosed)
      throw invalid(`${pair} belongs to a mail server.`, `${pair} appartient à un serveur de messagerie.`)
    throw invalid(
      `${pair} is not a public address. Allow it with MAILWRIGHT_OUTBOUND_ALLOW=ai:${pair}.`,
      `${pair} n'est pas une adresse publique. Autorisez-la avec MAILWRIGHT_OUTBOUND_ALLOW=ai:${pair}.`,
    )
  }
}

/** Returns the URL without a trailing slash. Looks up its host: call it before a transaction is open. */
export async function checkBaseUrl(outbound: Outbound, written: string): Promise<string> {
  const url = readBaseUrl(written)
  const address = await resolve(outbound, url)
  if (url.protocol === 'http:' && address !== undefined && isPublicAddress(address))
    throw invalid(
      'Use https: the key and the mail would be readable on the way.',
      'Utilisez https : la clé et le courrier seraient lisibles en chemin.',
    )
  return url.href.replace(/\/+$/, '')
}
