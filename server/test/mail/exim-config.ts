import { account, nameOf } from './daemon.ts'

export type EximInstance = {
  folder: string
  smtpPort: number
  smtpsPort: number
  lmtpPort: number
  certificate: { cert: string; key: string }
  /** Tokens that XOAUTH2 accepts, by user. */
  tokens: Record<string, string>
  oauthPort: number | undefined
  sizeLimit: string
}

// Scripted replies by the local part of a recipient, at any domain.
const acls = `
begin acl
acl_check_rcpt:
  deny    local_parts = reject550
          message = 5.1.1 No such person here
  defer   local_parts = defer451
          message = 4.7.1 Greylisted, please try again later
  deny    local_parts = reject-policy550
          message = 5.7.1 Blocked by policy
  warn    local_parts = reject-data554
          set acl_m_reject = 554
  warn    local_parts = defer-data451
          set acl_m_reject = 451
  warn    local_parts = slow-data
          set acl_m_delay = 3s
  deny    !authenticated = *
          message = 5.7.0 Authentication required
  accept
acl_check_data:
  warn    condition = \${if def:acl_m_delay}
          delay = $acl_m_delay
  deny    condition = \${if eq{$acl_m_reject}{554}}
          message = 554 5.6.0 Content refused
  defer   condition = \${if eq{$acl_m_reject}{451}}
          message = 4.3.0 Content not taken now
  accept`

const routing = (lmtpPort: number) => `
begin routers
# Accepted first and failed afterwards, so that a real DSN is returned to the sender.
bouncing:
  driver = redirect
  local_parts = bounce
  data = :fail: 5.1.1 This mailbox was closed
  allow_fail
dovecot:
  driver = manualroute
  domains = mail.test
  transport = lmtp_dovecot
  route_list = * 127.0.0.1 byname
  self = send
elsewhere:
  driver = redirect
  data = :fail: 5.1.2 This test server delivers to mail.test only
  allow_fail
begin transports
lmtp_dovecot:
  driver = smtp
  protocol = lmtp
  port = ${lmtpPort}
  hosts_try_prdr =
begin retry
* * F,2h,1m`

/** Introspects the token, which must belong to the user who signs in. */
const introspection = (port: number) => `xoauth2:
  driver = plaintext
  public_name = XOAUTH2
  server_prompts = :
  server_condition = \${if match{$auth1}{\\N^user=([^\\x01]+)\\x01auth=Bearer ([^\\x01]+)\\x01\\x01$\\N}\\
    {\${if match{\${readsocket{inet:127.0.0.1:${port}}{GET /check?token=$2 HTTP/1.0\\r\\n\\r\\n}{10s:shutdown=no}{ }{}}}\\
    {"active":true,"email":"\${rxquote:$1}"}}}{false}}
  server_set_id = $auth1`

const authenticators = ({ folder, tokens, oauthPort }: EximInstance) => `
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if eq{$auth3}{\${lookup{$auth2}lsearch{${folder}/users}{$value}{\\0none}}}}
  server_set_id = $auth2
login:
  driver = plaintext
  public_name = LOGIN
  server_prompts = Username:: : Password::
  server_condition = \${if eq{$auth2}{\${lookup{$auth1}lsearch{${folder}/users}{$value}{\\0none}}}}
  server_set_id = $auth1
${oauthPort === undefined ? '' : introspection(oauthPort)}
${
  Object.keys(tokens).length === 0
    ? ''
    : // The only field is "user=<name>^Aauth=Bearer <token>^A^A".
      `xoauth2:
  driver = plaintext
  public_name = XOAUTH2
  server_prompts = :
  server_condition = \${if match{$auth1}{\\N^user=([^\\x01]+)\\x01auth=Bearer ([^\\x01]+)\\x01\\x01$\\N}\\
    {\${if eq{$2}{\${lookup{$1}lsearch{${folder}/tokens}{$value}{\\0none}}}}}{false}}
  server_set_id = $auth1`
}`

export function eximConfig(instance: EximInstance): string {
  const user = nameOf('passwd', account.uid)
  const group = nameOf('group', account.gid)
  return `
exim_path = /usr/sbin/exim4
exim_user = ${user}
exim_group = ${group}
admin_groups = ${group}
never_users =
deliver_drop_privilege = true
primary_hostname = mail.test
spool_directory = ${instance.folder}/spool
log_file_path = ${instance.folder}/%slog
pid_file_path = ${instance.folder}/exim.pid
keep_environment =
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${instance.smtpPort} : ${instance.smtpsPort}
tls_on_connect_ports = ${instance.smtpsPort}
tls_advertise_hosts = *
tls_certificate = ${instance.certificate.cert}
tls_privatekey = ${instance.certificate.key}
auth_advertise_hosts = *
host_lookup =
rfc1413_hosts =
smtp_accept_max = 100
smtp_accept_queue_per_connection = 0
message_size_limit = ${instance.sizeLimit}
domainlist local_domains = mail.test
qualify_domain = mail.test
acl_smtp_rcpt = acl_check_rcpt
acl_smtp_data = acl_check_data
bounce_return_message = true
chunking_advertise_hosts =
prdr_enable = false
smtputf8_advertise_hosts =
${acls}
${routing(instance.lmtpPort)}
${authenticators(instance)}
`
}
