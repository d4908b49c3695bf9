import { error, type FieldIssues } from './define.ts'

export const governanceErrors = {
  'governance.not_found': error(404, 'There is no such member.', "Ce membre n'existe pas."),
  'governance.last_admin': error(
    409,
    'This is the last active administrator; name another one first.',
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
    'A pending invitation for this address already exists.',
    'Une invitation en attente existe déjà pour cette adresse.',
  ),
  'governance.invitation_not_found': error(
    404,
    'There is no such pending invitation.',
    "Cette invitation en attente n'existe pas.",
  ),
  'contacts.not_found': error(
    404,
    'There is no such signature or contact.',
    "Cette signature ou ce contact n'existe pas.",
  ),
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
  'notifications.not_found': error(404, 'There is no such notification.', "Cette notification n'existe pas."),
  'incident.not_found': error(404, 'There is no such incident.', "Cet incident n'existe pas."),
  'credential.bad_request': error<FieldIssues>(
    400,
    'The connection does not have the expected form; details.issues says where.',
    "La connexion n'a pas la forme attendue ; details.issues dit où.",
  ),
  'credential.not_found': error(404, 'There is no such connection.', "Cette connexion n'existe pas."),
  'credential.admin_required': error(
    403,
    'Only administrators may keep connections for the whole organisation.',
    "Seuls les administrateurs peuvent tenir des connexions pour toute l'organisation.",
  ),
  'credential.encryption_disabled': error(
    409,
    'No encryption key is set, so secrets cannot be stored; set MAILWRIGHT_SECRET_KEY.',
    "Aucune clé de chiffrement n'est définie, aucun secret ne peut donc être gardé ; définissez MAILWRIGHT_SECRET_KEY.",
  ),
  'credential.in_use': error(
    409,
    'A published workflow relies on this connection; unpublish it first.',
    "Un workflow publié s'appuie sur cette connexion ; dépubliez-le d'abord.",
  ),
}
