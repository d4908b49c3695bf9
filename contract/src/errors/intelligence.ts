import { error, type FieldIssues } from './define.ts'

export const intelligenceErrors = {
  'llm.connection_not_found': error(
    404,
    'There is no such AI connection.',
    "Cette connexion d'IA n'existe pas.",
  ),
  'llm.encryption_disabled': error(
    409,
    'No encryption key is set, so the key cannot be stored; set MAILWRIGHT_SECRET_KEY.',
    "Aucune clé de chiffrement n'est définie, la clé ne peut pas être gardée ; définissez MAILWRIGHT_SECRET_KEY.",
  ),
  'llm.invalid_base_url': error(
    400,
    'This base URL is not valid or may not be reached from here.',
    "Cette URL de base n'est pas valide ou ne peut pas être jointe d'ici.",
  ),
  'llm.api_key_required': error(
    400,
    'This provider needs an API key.',
    'Ce fournisseur demande une clé API.',
  ),
  'llm.connection_label_taken': error(
    409,
    'Another AI connection already has this label.',
    "Une autre connexion d'IA porte déjà ce libellé.",
  ),
  'eval.not_found': error(404, 'There is no such evaluation run.', "Cette évaluation n'existe pas."),
  'eval.draft_not_saved': error(
    409,
    'Save the draft before you evaluate it.',
    "Enregistrez le brouillon avant de l'évaluer.",
  ),
  'eval.node_not_categorizer': error(
    409,
    'Only a classifying node can be evaluated.',
    'Seul un nœud de classement peut être évalué.',
  ),
  'eval.node_params_invalid': error(
    409,
    "Mend the node's parameters before you evaluate it.",
    "Corrigez les paramètres du nœud avant de l'évaluer.",
  ),
  'eval.sample_empty': error(
    409,
    'There is no message to evaluate on.',
    "Il n'y a aucun message sur lequel évaluer.",
  ),
  'eval.llm_unavailable': error(
    409,
    'No AI model is available for this purpose; ask your administrator.',
    "Aucun modèle d'IA n'est disponible pour cet usage ; demandez à votre administrateur.",
  ),
  'assistant.bad_request': error<FieldIssues>(
    400,
    'The request does not have the expected form; details.issues says where.',
    "La requête n'a pas la forme attendue ; details.issues dit où.",
  ),
  'assistant.not_found': error(404, 'There is no such conversation.', "Cette conversation n'existe pas."),
  'assistant.model_not_allowed': error(
    403,
    'This model is not among the allowed ones.',
    'Ce modèle ne fait pas partie des modèles permis.',
  ),
  'assistant.tools_not_supported': error(
    409,
    'This model cannot use tools, which the assistant needs.',
    "Ce modèle ne sait pas utiliser d'outils, dont l'assistant a besoin.",
  ),
  'assistant.busy': error(
    409,
    'The assistant is still answering in this conversation.',
    "L'assistant répond encore dans cette conversation.",
  ),
  'assistant.proposal_not_found': error(404, 'There is no such proposal.', "Cette proposition n'existe pas."),
  'assistant.proposal_conflict': error(
    409,
    'This proposal can no longer be accepted.',
    'Cette proposition ne peut plus être acceptée.',
  ),
  'analyzer.mailbox_not_found': error(404, 'There is no such mailbox.', "Cette boîte n'existe pas."),
  'analyzer.report_not_found': error(
    404,
    'This mailbox was never analysed; start an analysis first.',
    "Cette boîte n'a jamais été analysée ; lancez d'abord une analyse.",
  ),
  'dashboard.bad_request': error<FieldIssues>(
    400,
    'The request does not have the expected form; details.issues says where.',
    "La requête n'a pas la forme attendue ; details.issues dit où.",
  ),
  'dashboard.forbidden': error(
    403,
    'Only administrators may read the whole organisation.',
    "Seuls les administrateurs peuvent lire toute l'organisation.",
  ),
}
