import { error, type FieldIssues, type Reason } from './define.ts'

const host = (what: string) => ({
  host_not_found: error(
    422,
    `The ${what} server's name cannot be found; check the spelling.`,
    `Le nom du serveur ${what} est introuvable ; vérifiez l'orthographe.`,
  ),
  unreachable: error(
    422,
    `The ${what} server does not answer at this host and port.`,
    `Le serveur ${what} ne répond pas à cet hôte et ce port.`,
  ),
  tls_failed: error(
    422,
    `A secure connection to the ${what} server failed; check the port and the certificate.`,
    `La connexion sécurisée au serveur ${what} a échoué ; vérifiez le port et le certificat.`,
  ),
  auth_failed: error(
    422,
    `The ${what} server refused the user name or the password.`,
    `Le serveur ${what} a refusé le nom d'utilisateur ou le mot de passe.`,
  ),
})
const imap = host('IMAP')
const smtp = host('SMTP')

export const mailErrors = {
  'imap.host_not_found': imap.host_not_found,
  'imap.unreachable': imap.unreachable,
  'imap.tls_failed': imap.tls_failed,
  'imap.auth_failed': imap.auth_failed,
  'smtp.host_not_found': smtp.host_not_found,
  'smtp.unreachable': smtp.unreachable,
  'smtp.tls_failed': smtp.tls_failed,
  'smtp.auth_failed': smtp.auth_failed,
  'credentials.encryption_disabled': error(
    409,
    'No encryption key is set, so the password cannot be stored; set MAILWRIGHT_SECRET_KEY.',
    "Aucune clé de chiffrement n'est définie, le mot de passe ne peut pas être gardé ; définissez MAILWRIGHT_SECRET_KEY.",
  ),
  'mailbox.not_found': error(404, 'There is no such mailbox.', "Cette boîte n'existe pas."),
  'mailbox.not_active': error(
    409,
    'This mailbox is not active; connect it again first.',
    "Cette boîte n'est pas active ; reconnectez-la d'abord.",
  ),
  'mailbox.resync_window_invalid': error(
    400,
    'since must be in the past and within the last 92 days.',
    'since doit être dans le passé et dans les 92 derniers jours.',
  ),
  'mailbox.oauth_unavailable': error(
    409,
    'This provider is not configured on this instance; ask your administrator.',
    "Ce fournisseur n'est pas configuré sur cette instance ; demandez à votre administrateur.",
  ),
  'mailbox.oauth_failed': error<Reason>(
    422,
    'The provider refused the connection; start again from the mailbox page.',
    'Le fournisseur a refusé la connexion ; recommencez depuis la page des boîtes.',
  ),
  'webmail.bad_request': error<FieldIssues>(
    400,
    'The action does not have the expected form; details.issues says where.',
    "L'action n'a pas la forme attendue ; details.issues dit où.",
  ),
  'webmail.thread_not_found': error(404, 'There is no such thread.', "Ce fil n'existe pas."),
  'webmail.message_not_found': error(404, 'There is no such message.', "Ce message n'existe pas."),
  'webmail.thread_too_large': error(
    409,
    'This thread has 1000 messages or more; act on its messages one by one.',
    'Ce fil compte 1000 messages ou plus ; agissez sur ses messages un à un.',
  ),
  'webmail.unsupported_action': error(
    409,
    'This mailbox does not support this action.',
    'Cette boîte ne permet pas cette action.',
  ),
  'sending.disabled': error(
    403,
    'Sending is switched off on this instance; ask your administrator.',
    "L'envoi est coupé sur cette instance ; demandez à votre administrateur.",
  ),
  'sending.rate_limited': error<{ retryAfterMs: number }>(
    429,
    'This mailbox sent too many messages; wait for the time given by Retry-After.',
    'Cette boîte a envoyé trop de messages ; attendez le temps donné par Retry-After.',
  ),
  'sending.not_found': error(404, 'There is no such outgoing message.', "Ce message sortant n'existe pas."),
  'sending.not_cancellable': error(
    409,
    'This message can no longer be cancelled.',
    'Ce message ne peut plus être annulé.',
  ),
  'sending.file_refused': error(
    400,
    'Executables and scripts cannot be attached.',
    'Les exécutables et les scripts ne peuvent pas être joints.',
  ),
  'review.bad_request': error<FieldIssues>(
    400,
    'The request does not have the expected form; details.issues says where.',
    "La requête n'a pas la forme attendue ; details.issues dit où.",
  ),
  'review.not_found': error(404, 'There is no such draft.', "Ce brouillon n'existe pas."),
  'review.already_resolved': error(
    409,
    'This draft was already sent or rejected.',
    'Ce brouillon a déjà été envoyé ou rejeté.',
  ),
  'review.content_gone': error(
    410,
    "This draft's content is no longer there.",
    "Le contenu de ce brouillon n'existe plus.",
  ),
}
