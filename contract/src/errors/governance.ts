import { error, type FieldIssues } from './define.ts'

export const governanceErrors = {
  'governance.not_found': error(404, 'Member not found.', 'Membre introuvable.'),
  'governance.last_admin': error(
    409,
    'This is the last active administrator; appoint another one first.',
    "C'est le dernier administrateur actif ; nommez-en d'abord un autre.",
  ),
  'governance.self_target': error(
    409,
    'You cannot deactivate yourself; ask another administrator.',
    'Vous ne pouvez pas vous désactiver vous-même ; demandez à un autre administrateur.',
  ),
  'governance.member_exists': error(
    409,
    'A member with this address already exists.',
    'Un membre avec cette adresse existe déjà.',
  ),
  'governance.invitation_exists': error(
    409,
    'An invitation is already pending for this address.',
    'Une invitation est déjà en attente pour cette adresse.',
  ),
  'governance.invitation_not_found': error(
    404,
    'Pending invitation not found.',
    'Invitation en attente introuvable.',
  ),
  'contacts.not_found': error(404, 'Signature or contact not found.', 'Signature ou contact introuvable.'),
  'contacts.duplicate_signature_name': error(
    409,
    'A signature with this name already exists; choose another name.',
    'Une signature porte déjà ce nom ; choisissez-en un autre.',
  ),
  'contacts.duplicate_address': error(
    409,
    'A contact with this address already exists.',
    'Un contact avec cette adresse existe déjà.',
  ),
  'notifications.not_found': error(404, 'Notification not found.', 'Notification introuvable.'),
  'incident.not_found': error(404, 'Incident not found.', 'Incident introuvable.'),
  'credential.bad_request': error<FieldIssues>(
    400,
    'The connection is invalid; see details.issues.',
    "La connexion n'est pas valide ; consultez details.issues.",
  ),
  'credential.not_found': error(404, 'Connection not found.', 'Connexion introuvable.'),
  'credential.admin_required': error(
    403,
    'Only administrators can manage connections of the whole organisation.',
    "Seuls les administrateurs peuvent gérer les connexions de toute l'organisation.",
  ),
  'credential.encryption_disabled': error(
    409,
    'Secrets cannot be stored without an encryption key; set MAILWRIGHT_SECRET_KEY.',
    "Impossible d'enregistrer un secret sans clé de chiffrement ; définissez MAILWRIGHT_SECRET_KEY.",
  ),
  'credential.in_use': error(
    409,
    'A published workflow uses this connection; unpublish it first.',
    "Un workflow publié utilise cette connexion ; dépubliez-le d'abord.",
  ),
}
