import { error, type FieldIssues } from './define.ts'

export const intelligenceErrors = {
  'llm.connection_not_found': error(404, 'AI connection not found.', "Connexion d'IA introuvable."),
  'llm.encryption_disabled': error(
    409,
    'The key cannot be stored without an encryption key; set MAILWRIGHT_SECRET_KEY.',
    "Impossible d'enregistrer la clé sans clé de chiffrement ; définissez MAILWRIGHT_SECRET_KEY.",
  ),
  'llm.invalid_base_url': error(
    400,
    'This base URL is invalid or cannot be reached from this instance.',
    "Cette URL de base n'est pas valide ou n'est pas accessible depuis cette instance.",
  ),
  'llm.api_key_required': error(
    400,
    'This provider requires an API key.',
    'Ce fournisseur exige une clé API.',
  ),
  'llm.connection_label_taken': error(
    409,
    'Another AI connection already uses this label.',
    "Une autre connexion d'IA utilise déjà ce libellé.",
  ),
  'llm.model_not_allowed': error(
    400,
    'No AI connection of this provider allows this model.',
    "Aucune connexion d'IA de ce fournisseur n'autorise ce modèle.",
  ),
  'pattern.not_found': error(404, 'Learned pattern not found.', 'Schéma appris introuvable.'),
  'eval.not_found': error(404, 'Evaluation not found.', 'Évaluation introuvable.'),
  'eval.draft_not_saved': error(
    409,
    'Save the draft before evaluating it.',
    "Enregistrez le brouillon avant de l'évaluer.",
  ),
  'eval.node_not_categorizer': error(
    409,
    'Only classification nodes can be evaluated.',
    'Seuls les nœuds de classification peuvent être évalués.',
  ),
  'eval.node_params_invalid': error(
    409,
    "Fix the node's parameters before evaluating it.",
    "Corrigez les paramètres du nœud avant de l'évaluer.",
  ),
  'eval.source_not_found': error(
    404,
    'There is no such message, execution, draft or case of yours, or it says nothing about this node.',
    "Ce message, cette exécution, ce brouillon ou ce cas n'existe pas parmi les vôtres, ou ne concerne pas ce nœud.",
  ),
  'eval.reference_not_found': error(
    404,
    'Entry of the reference set not found.',
    'Entrée du jeu de référence introuvable.',
  ),
  'eval.reference_full': error(
    409,
    'The reference set of this node is full; remove entries first.',
    "Le jeu de référence de ce nœud est plein ; retirez d'abord des entrées.",
  ),
  'eval.sample_empty': error(409, 'There are no messages to evaluate.', "Il n'y a aucun message à évaluer."),
  'eval.llm_unavailable': error(
    409,
    'No AI model is available for this purpose; ask your administrator.',
    "Aucun modèle d'IA n'est disponible pour cet usage ; contactez votre administrateur.",
  ),
  'assistant.bad_request': error<FieldIssues>(
    400,
    'The request is invalid; see details.issues.',
    "La requête n'est pas valide ; consultez details.issues.",
  ),
  'assistant.not_found': error(404, 'Conversation not found.', 'Conversation introuvable.'),
  'assistant.model_not_allowed': error(403, 'This model is not allowed.', "Ce modèle n'est pas autorisé."),
  'assistant.tools_not_supported': error(
    409,
    'This model does not support tools, which the assistant requires.',
    "Ce modèle ne prend pas en charge les outils, indispensables à l'assistant.",
  ),
  'assistant.busy': error(
    409,
    'The assistant is still replying in this conversation.',
    "L'assistant est encore en train de répondre dans cette conversation.",
  ),
  'assistant.proposal_not_found': error(404, 'Proposal not found.', 'Proposition introuvable.'),
  'assistant.proposal_conflict': error(
    409,
    'This proposal can no longer be accepted or rejected.',
    'Cette proposition ne peut plus être acceptée ni rejetée.',
  ),
  'analyzer.mailbox_not_found': error(404, 'Mailbox not found.', 'Boîte mail introuvable.'),
  'analyzer.report_not_found': error(
    404,
    'This mailbox has not been analysed yet; start an analysis first.',
    "Cette boîte mail n'a pas encore été analysée ; lancez d'abord une analyse.",
  ),
  'analyzer.proposal_not_found': error(
    404,
    'The latest report has no such proposal.',
    'Le dernier rapport ne contient pas cette proposition.',
  ),
  'dashboard.bad_request': error<FieldIssues>(
    400,
    'The request is invalid; see details.issues.',
    "La requête n'est pas valide ; consultez details.issues.",
  ),
  'dashboard.forbidden': error(
    403,
    'Only administrators can view the whole organisation.',
    "Seuls les administrateurs peuvent consulter toute l'organisation.",
  ),
}
