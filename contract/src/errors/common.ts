import { error, type FieldIssues } from './define.ts'

export const commonErrors = {
  'request.bad_request': error<FieldIssues>(
    400,
    'The request is invalid; see details.issues.',
    "La requête n'est pas valide ; consultez details.issues.",
  ),
  'request.not_found': error(
    404,
    'Not found, or you do not have access to it.',
    "Introuvable, ou vous n'y avez pas accès.",
  ),
  'request.payload_too_large': error<{ reason: string; maxBytes?: number }>(
    413,
    'The request body is too large.',
    'Le corps de la requête est trop volumineux.',
  ),
  'idempotency.invalid_key': error(
    400,
    'Idempotency-Key must be 1 to 200 characters long.',
    'Idempotency-Key doit compter de 1 à 200 caractères.',
  ),
  'idempotency.key_reused': error(
    422,
    'This Idempotency-Key or clientToken was already used for a different request; use a new one.',
    'Cette Idempotency-Key ou ce clientToken a déjà servi pour une autre requête ; utilisez-en un nouveau.',
  ),
  'idempotency.in_progress': error(
    409,
    'The first request with this Idempotency-Key is still in progress; try again shortly.',
    'La première requête avec cette Idempotency-Key est encore en cours ; réessayez dans un instant.',
  ),
  'internal.error': error(
    500,
    'Something went wrong on our side; give the request id to your administrator.',
    "Une erreur s'est produite de notre côté ; communiquez l'identifiant de la requête à votre administrateur.",
  ),
  'internal.outcome_unknown': error(
    500,
    'The database did not say whether this took effect; check before you repeat it.',
    "La base de données n'a pas confirmé cette opération ; vérifiez si elle a eu lieu avant de la répéter.",
  ),
  'internal.unavailable': error(
    503,
    'The service cannot reach its database; try again in a moment.',
    'Le service ne parvient pas à joindre sa base de données ; réessayez dans un instant.',
  ),
}
