import type { SmtpAuth } from './account.ts'
import type { Dialogue } from './dialogue.ts'
import type { Reply } from './reply.ts'
import { rejection, SmtpFault } from './smtp-fault.ts'
import { xoauth2 } from './xoauth2.ts'

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')

/** Some servers echo the rejected line, including the secret. */
function maskSecrets(reply: Reply, secrets: string[]): Reply {
  const hide = (text: string) =>
    secrets.filter((one) => one.length > 3).reduce((left, one) => left.replaceAll(one, '***'), text)
  return { ...reply, text: hide(reply.text), lines: reply.lines.map(hide) }
}

async function plain(dialogue: Dialogue, initial: string, ms: number) {
  return dialogue.command(`AUTH PLAIN ${initial}`, ms)
}

async function login(dialogue: Dialogue, user: string, password: string, ms: number) {
  for (const line of ['AUTH LOGIN', base64(user)]) {
    const reply = await dialogue.command(line, ms)
    if (reply.code !== 334) return reply
  }
  return dialogue.command(base64(password), ms)
}

/** A rejection comes as a challenge with the reason; an empty response to it yields the final reply. */
async function bearer(dialogue: Dialogue, initial: string, ms: number) {
  const reply = await dialogue.command(`AUTH XOAUTH2 ${initial}`, ms)
  return reply.code === 334 ? dialogue.command('', ms) : reply
}

function chooseMechanism(dialogue: Dialogue, auth: SmtpAuth, offered: Set<string>, ms: number) {
  if ('accessToken' in auth) {
    const initial = xoauth2(auth.user, auth.accessToken)
    const secrets = [auth.accessToken, initial]
    return offered.has('XOAUTH2') ? { run: () => bearer(dialogue, initial, ms), secrets } : undefined
  }
  const { user, password } = auth
  const initial = base64(`\0${user}\0${password}`)
  const secrets = [password, initial, base64(password)]
  // RFC 4616: NUL separates the fields.
  if (`${user}${password}`.includes('\0')) throw new SmtpFault('auth_failed', 'The password cannot be sent.')
  if (offered.has('PLAIN')) return { run: () => plain(dialogue, initial, ms), secrets }
  if (offered.has('LOGIN')) return { run: () => login(dialogue, user, password, ms), secrets }
  return undefined
}

/** Signs in (RFC 4954). The caller has made sure that the connection is secure. */
export async function authenticate(dialogue: Dialogue, auth: SmtpAuth, offered: Set<string>, ms: number) {
  const mechanism = chooseMechanism(dialogue, auth, offered, ms)
  if (!mechanism)
    throw new SmtpFault('auth_failed', 'The server offers no supported authentication mechanism.', {
      permanent: true,
    })
  const reply = maskSecrets(await mechanism.run(), mechanism.secrets)
  if (reply.code === 235) return
  if (reply.code < 400) throw new SmtpFault('protocol', 'The server aborted the authentication.', { reply })
  // 4yz is a problem of the server and says nothing about the password (RFC 4954 6: 454).
  throw rejection(reply, reply.code >= 500 ? 'auth_failed' : 'refused')
}
