import type { SmtpAuth } from './account.ts'
import type { Dialogue } from './dialogue.ts'
import type { Reply } from './reply.ts'
import { refusal, SmtpFault } from './smtp-fault.ts'
import { xoauth2 } from './xoauth2.ts'

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')

/** Some servers repeat the line that they did not like, secret and all. */
function withoutSecrets(reply: Reply, secrets: string[]): Reply {
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

/** A refusal comes as a challenge with the reason in it; only an empty answer brings the real reply. */
async function bearer(dialogue: Dialogue, initial: string, ms: number) {
  const reply = await dialogue.command(`AUTH XOAUTH2 ${initial}`, ms)
  return reply.code === 334 ? dialogue.command('', ms) : reply
}

function converse(dialogue: Dialogue, auth: SmtpAuth, offered: Set<string>, ms: number) {
  if ('accessToken' in auth) {
    const initial = xoauth2(auth.user, auth.accessToken)
    const secrets = [auth.accessToken, initial]
    return offered.has('XOAUTH2') ? { run: () => bearer(dialogue, initial, ms), secrets } : undefined
  }
  const { user, password } = auth
  const initial = base64(`\0${user}\0${password}`)
  const secrets = [password, initial, base64(password)]
  // RFC 4616: NUL parts the fields.
  if (`${user}${password}`.includes('\0')) throw new SmtpFault('auth_failed', 'The password cannot be sent.')
  if (offered.has('PLAIN')) return { run: () => plain(dialogue, initial, ms), secrets }
  if (offered.has('LOGIN')) return { run: () => login(dialogue, user, password, ms), secrets }
  return undefined
}

/** Signs in (RFC 4954). The caller has made sure that nobody else listens. */
export async function authenticate(dialogue: Dialogue, auth: SmtpAuth, offered: Set<string>, ms: number) {
  const way = converse(dialogue, auth, offered, ms)
  if (!way)
    throw new SmtpFault('auth_failed', 'The server offers no way to sign in that we know.', {
      permanent: true,
    })
  const reply = withoutSecrets(await way.run(), way.secrets)
  if (reply.code === 235) return
  if (reply.code < 400) throw new SmtpFault('protocol', 'The server broke off the sign-in.', { reply })
  // 4yz is the server's own trouble and says nothing about the password (RFC 4954 6: 454).
  throw refusal(reply, reply.code >= 500 ? 'auth_failed' : 'refused')
}
