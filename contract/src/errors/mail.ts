import { error, type FieldIssues, type Reason } from './define.ts'

const serverErrors = (protocol: string) => ({
  host_not_found: error(
    422,
    `The ${protocol} server name could not be found; check the spelling.`,
    `Le nom du serveur ${protocol} est introuvable ; vérifiez son orthographe.`,
  ),
  unreachable: error(
    422,
    `The ${protocol} server does not respond on this host and port.`,
    `Le serveur ${protocol} ne répond pas sur cet hôte et ce port.`,
  ),
  tls_failed: error(
    422,
    `Could not establish a secure connection to the ${protocol} server; check the port and the certificate.`,
    `Impossible d'établir une connexion sécurisée au serveur ${protocol} ; vérifiez le port et le certificat.`,
  ),
  auth_failed: error(
    422,
    `The ${protocol} server rejected the user name or password.`,
    `Le serveur ${protocol} a refusé le nom d'utilisateur ou le mot de passe.`,
  ),
})
const imap = serverErrors('IMAP')
const smtp = serverErrors('SMTP')

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
    'The password cannot be stored without an encryption key; set MAILWRIGHT_SECRET_KEY.',
    "Impossible d'enregistrer le mot de passe sans clé de chiffrement ; définissez MAILWRIGHT_SECRET_KEY.",
  ),
  'mailbox.not_found': error(404, 'Mailbox not found.', 'Boîte mail introuvable.'),
  'mailbox.not_active': error(
    409,
    'This mailbox is not active; reconnect it first.',
    "Cette boîte mail n'est pas active ; reconnectez-la d'abord.",
  ),
  'mailbox.resync_window_invalid': error(
    400,
    'since must be in the past, no more than 92 days ago.',
    'since doit être dans le passé, à 92 jours au plus.',
  ),
  'mailbox.oauth_unavailable': error(
    409,
    'This provider is not configured on this instance; ask your administrator.',
    "Ce fournisseur n'est pas configuré sur cette instance ; contactez votre administrateur.",
  ),
  'mailbox.oauth_failed': error<Reason>(
    422,
    'The provider rejected the connection; start again from the mailboxes page.',
    'Le fournisseur a refusé la connexion ; recommencez depuis la page des boîtes mail.',
  ),
  'webmail.bad_request': error<FieldIssues>(
    400,
    'The action is invalid; see details.issues.',
    "L'action n'est pas valide ; consultez details.issues.",
  ),
  'webmail.thread_not_found': error(404, 'Thread not found.', 'Fil introuvable.'),
  'webmail.message_not_found': error(404, 'Message not found.', 'Message introuvable.'),
  'webmail.thread_too_large': error(
    409,
    'This thread has 1000 messages or more; act on individual messages instead.',
    'Ce fil compte 1000 messages ou plus ; agissez plutôt message par message.',
  ),
  'webmail.images_refused': error(
    409,
    'Images of other servers are never loaded for spam. Mark the message as not spam first.',
    "Les images d'autres serveurs ne sont jamais chargées pour les indésirables. Retirez d'abord le message des indésirables.",
  ),
  'webmail.image_unavailable': error(
    422,
    'The server of this image did not give one that can be shown.',
    "Le serveur de cette image n'en a pas fourni qui puisse être affichée.",
  ),
  'webmail.unsupported_action': error(
    409,
    'This mailbox does not support this action.',
    'Cette boîte mail ne prend pas en charge cette action.',
  ),
  'sending.disabled': error(
    403,
    'Sending is turned off on this instance; ask your administrator.',
    "L'envoi est désactivé sur cette instance ; contactez votre administrateur.",
  ),
  'sending.rate_limited': error<{ retryAfterMs: number }>(
    429,
    'This mailbox has sent too many messages; wait for the time given by Retry-After.',
    'Cette boîte mail a envoyé trop de messages ; attendez la durée indiquée par Retry-After.',
  ),
  'sending.not_found': error(404, 'Outgoing message not found.', 'Message sortant introuvable.'),
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
    'The request is invalid; see details.issues.',
    "La requête n'est pas valide ; consultez details.issues.",
  ),
  'review.not_found': error(404, 'Draft not found.', 'Brouillon introuvable.'),
  'review.already_resolved': error(
    409,
    'This draft has already been sent or rejected.',
    'Ce brouillon a déjà été envoyé ou rejeté.',
  ),
  'review.content_gone': error(
    410,
    'The content of this draft is no longer available.',
    "Le contenu de ce brouillon n'est plus disponible.",
  ),
}
