import { account, nameOf } from './daemon.ts'

export type DovecotOptions = {
  /** Local parts; each gets the address `<name>@mail.test` and the password `secret-<name>`. */
  users?: string[]
  /** Enables XOAUTH2 and OAUTHBEARER: Dovecot introspects each token at this URL (RFC 7662: `active`, `email`). */
  oauth?: { introspectionUrl: string }
  separator?: '.' | '/'
  /** The prefix of the personal namespace, such as `INBOX.`. */
  prefix?: string
  /** Overrides CAPABILITY after login, such as `IMAP4rev1 IDLE`, to simulate a less capable server. */
  capability?: string
  /** Per user and address. */
  maxConnections?: number
  /** false disables STARTTLS and implicit TLS. */
  tls?: boolean
  /** Appended to the configuration. */
  extra?: string
}

export type DovecotInstance = {
  folder: string
  ports: { imap: number; imaps: number; lmtp: number }
  certificate: { cert: string; key: string }
}

const specialUses = ['Sent', 'Drafts', 'Trash', 'Junk', 'Archive']
const specialFolders = specialUses.map(
  (name) => `mailbox ${name} {
    special_use = \\${name}
    auto = subscribe
  }`,
)

export const oauthConfig = (url: string) => `
introspection_url = ${url}
introspection_mode = post
force_introspection = yes
username_attribute = email
active_attribute = active
active_value = true
`

const passdbs = ({ folder }: DovecotInstance, oauth: boolean) => `
auth_mechanisms = plain login ${oauth ? 'xoauth2 oauthbearer' : ''}
passdb {
  driver = passwd-file
  mechanisms = plain login
  args = scheme=PLAIN username_format=%u ${folder}/users
}
${oauth ? `passdb {\n  driver = oauth2\n  mechanisms = xoauth2 oauthbearer\n  args = ${folder}/oauth2.conf\n}` : ''}
userdb {
  driver = static
  args = uid=${account.uid} gid=${account.gid} home=${folder}/mail/%n allow_all_users=yes
}`

const services = ({ ports }: DovecotInstance, tls: boolean) => `
service imap-login {
  chroot =
  # One process for all connections, without a fork per login.
  service_count = 0
  process_min_avail = 1
  client_limit = 500
  inet_listener imap {
    address = 127.0.0.1
    port = ${ports.imap}
  }
  inet_listener imaps {
    address = 127.0.0.1
    port = ${tls ? ports.imaps : 0}
    ssl = yes
  }
}
service imap {
  process_limit = 500
}
service anvil {
  chroot =
  # No delay after wrong passwords, since all tests use one address.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${ports.lmtp}
  }
}`

export function dovecotConfig(instance: DovecotInstance, options: DovecotOptions): string {
  const user = nameOf('passwd', account.uid)
  const group = nameOf('group', account.gid)
  const tls = options.tls ?? true
  return `
base_dir = ${instance.folder}/run
state_dir = ${instance.folder}/run
log_path = ${instance.folder}/dovecot.log
protocols = imap lmtp
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
first_valid_uid = ${account.uid}
first_valid_gid = ${account.gid}
mail_location = maildir:~/Maildir
mailbox_list_index = yes
disable_plaintext_auth = no
auth_failure_delay = 0
auth_username_format = %Lu
mail_max_userip_connections = ${options.maxConnections ?? 100}
${tls ? `ssl = yes\nssl_cert = <${instance.certificate.cert}\nssl_key = <${instance.certificate.key}` : 'ssl = no'}
namespace inbox {
  inbox = yes
  separator = ${options.separator ?? '/'}
  prefix = ${options.prefix ?? ''}
  ${specialFolders.join('\n  ')}
}
${passdbs(instance, options.oauth !== undefined)}
${services(instance, tls)}
${options.capability ? `imap_capability = ${options.capability}` : ''}
${options.extra ?? ''}
`
}
