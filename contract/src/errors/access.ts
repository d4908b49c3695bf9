import type { RouteScope } from '../scopes.ts'
import { error, type FieldIssues } from './define.ts'

export const accessErrors = {
  'auth.unauthenticated': error(
    401,
    'Sign in, or send a valid API key.',
    'Connectez-vous ou envoyez une clé API valide.',
  ),
  'auth.forbidden': error(403, 'Your role does not allow this.', 'Votre rôle ne vous y autorise pas.'),
  'auth.invalid_credentials': error(
    401,
    'Incorrect email address or password.',
    'Adresse e-mail ou mot de passe incorrect.',
  ),
  'auth.too_many_attempts': error(
    429,
    'Too many sign-in attempts from this address; try again later.',
    'Trop de tentatives de connexion depuis cette adresse ; réessayez plus tard.',
  ),
  'auth.rate_limited': error(
    429,
    'Too many requests from this address; try again later.',
    'Trop de requêtes depuis cette adresse ; réessayez plus tard.',
  ),
  'auth.invalid_current_password': error(
    403,
    'The current password is incorrect.',
    'Le mot de passe actuel est incorrect.',
  ),
  'auth.weak_password': error(
    400,
    'Choose a stronger password: this one is too common, or too close to your name or address.',
    'Choisissez un mot de passe plus fort : celui-ci est trop courant, ou trop proche de votre nom ou de votre adresse.',
  ),
  'auth.invalid_settings': error<FieldIssues>(
    400,
    'These preferences are invalid; see details.issues.',
    'Ces préférences ne sont pas valides ; consultez details.issues.',
  ),
  'auth.setup_closed': error(
    409,
    'This instance is already set up; sign in instead.',
    'Cette instance est déjà configurée ; connectez-vous.',
  ),
  'auth.invalid_token': error(
    400,
    'This link is invalid or has expired; ask for a new one.',
    "Ce lien n'est pas valide ou a expiré ; demandez-en un nouveau.",
  ),
  'auth.session_not_found': error(404, 'Session not found.', 'Session introuvable.'),
  'api_key.scope_missing': error<{ required: RouteScope }>(
    403,
    'This API key lacks the scope given in details.required.',
    'Il manque à cette clé API la portée indiquée dans details.required.',
  ),
  'api_key.session_required': error(
    403,
    'This route requires a signed-in member; API keys are not accepted.',
    "Cette route est réservée aux membres connectés ; les clés API n'y sont pas acceptées.",
  ),
  'api_key.rate_limited': error(
    429,
    'This API key has made too many requests; wait for the number of seconds in Retry-After.',
    'Cette clé API a envoyé trop de requêtes ; attendez le nombre de secondes indiqué par Retry-After.',
  ),
  'api_key.bad_request': error<FieldIssues>(
    400,
    'The API key could not be created; see details.issues.',
    "La clé API n'a pas pu être créée ; consultez details.issues.",
  ),
  'api_key.scope_forbidden': error(
    403,
    'Only administrators can create keys with these scopes.',
    'Seuls les administrateurs peuvent créer des clés avec ces portées.',
  ),
  'api_key.not_found': error(404, 'API key not found.', 'Clé API introuvable.'),
}
