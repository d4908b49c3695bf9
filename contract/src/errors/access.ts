import type { RouteScope } from '../scopes.ts'
import { error, type FieldIssues } from './define.ts'

export const accessErrors = {
  'auth.unauthenticated': error(
    401,
    'Sign in, or send a valid API key.',
    'Connectez-vous, ou envoyez une clé API valide.',
  ),
  'auth.forbidden': error(403, 'Your role does not allow this.', 'Votre rôle ne le permet pas.'),
  'auth.invalid_credentials': error(
    401,
    'The address or the password is wrong.',
    "L'adresse ou le mot de passe est incorrect.",
  ),
  'auth.too_many_attempts': error(
    429,
    'Too many sign-in attempts from this address; wait and try again.',
    'Trop de tentatives de connexion depuis cette adresse ; attendez puis réessayez.',
  ),
  'auth.rate_limited': error(
    429,
    'Too many requests from this address; wait and try again.',
    'Trop de requêtes depuis cette adresse ; attendez puis réessayez.',
  ),
  'auth.invalid_current_password': error(
    403,
    'The current password is wrong.',
    'Le mot de passe actuel est incorrect.',
  ),
  'auth.weak_password': error(
    400,
    'Choose a stronger password: it is too common, or too close to your name or address.',
    'Choisissez un mot de passe plus fort : il est trop courant, ou trop proche de votre nom ou adresse.',
  ),
  'auth.invalid_settings': error<FieldIssues>(
    400,
    'These preferences are not valid; details.issues says where.',
    'Ces préférences ne sont pas valides ; details.issues dit où.',
  ),
  'auth.setup_closed': error(
    409,
    'This instance already has a member; sign in instead.',
    'Cette instance a déjà un membre ; connectez-vous.',
  ),
  'auth.invalid_token': error(
    400,
    'This link is not valid or has expired; ask for a new one.',
    "Ce lien n'est pas valide ou a expiré ; demandez-en un nouveau.",
  ),
  'auth.session_not_found': error(404, 'There is no such session.', "Cette session n'existe pas."),
  'api_key.scope_missing': error<{ required: RouteScope }>(
    403,
    'This API key lacks the scope named in details.required.',
    'Il manque à cette clé API la portée nommée dans details.required.',
  ),
  'api_key.session_required': error(
    403,
    'This address is for signed-in members; API keys are refused here.',
    'Cette adresse est réservée aux membres connectés ; les clés API y sont refusées.',
  ),
  'api_key.rate_limited': error(
    429,
    'This API key made too many requests; wait for the seconds given by Retry-After.',
    'Cette clé API a fait trop de requêtes ; attendez les secondes données par Retry-After.',
  ),
  'api_key.bad_request': error<FieldIssues>(
    400,
    'The key cannot be created like this; details.issues says why.',
    'La clé ne peut pas être créée ainsi ; details.issues dit pourquoi.',
  ),
  'api_key.scope_forbidden': error(
    403,
    'Only administrators may create keys with these scopes.',
    'Seuls les administrateurs peuvent créer des clés avec ces portées.',
  ),
  'api_key.not_found': error(404, 'There is no such API key.', "Cette clé API n'existe pas."),
}
