import type { NotificationParams } from '@mailwright/contract/notifications'
import { en, fr, words } from '../../lib/words/words.ts'

type P<K extends keyof NotificationParams> = NotificationParams[K]

const by = (name: string | null) => (name ? ` (${name})` : '')
const isMany = (count: number) => count > 1

/** What each kind is called in the settings, and what its notifications say. */
export const kindWords = words({
  en: {
    'execution.failed': {
      name: 'A run failed',
      title: (p: P<'execution.failed'>) => `${p.workflowName} failed`,
      text: (p: P<'execution.failed'>) => `${p.errorSummary}`,
    },
    'mailbox.error': {
      name: 'A mailbox has stopped',
      title: (p: P<'mailbox.error'>) => `${p.address} can no longer be read`,
      text: (p: P<'mailbox.error'>) =>
        p.kind === 'auth_failed' || p.kind === 'grant_revoked'
          ? 'The server rejects the sign-in. New mail is safe on the server; connect the mailbox again.'
          : 'The server does not respond as it should. New mail is safe there; we keep trying.',
    },
    'mailbox.recovered': {
      name: 'A mailbox works again',
      title: (p: P<'mailbox.recovered'>) => `${p.address} works again`,
      text: (_: P<'mailbox.recovered'>) => 'Mail that came in the meantime is being read.',
    },
    'mailbox.removed': {
      name: 'A mailbox was disconnected or deleted',
      title: (p: P<'mailbox.removed'>) =>
        p.mode === 'deleted' ? `${p.address} was deleted` : `${p.address} was disconnected`,
      text: (p: P<'mailbox.removed'>) =>
        p.unpublishedWorkflows > 0
          ? en(
              p.unpublishedWorkflows,
              'One workflow was unpublished.',
              `${p.unpublishedWorkflows} workflows were unpublished.`,
            )
          : 'No workflow was affected.',
    },
    'sending.failed': {
      name: 'A message could not be sent',
      title: (p: P<'sending.failed'>) => `Not sent: ${p.subject || 'message without a subject'}`,
      text: (_: P<'sending.failed'>) => 'Nobody has received it. Open it to see why and to send it again.',
    },
    'sending.unknown': {
      name: 'It is uncertain whether a message was sent',
      title: (p: P<'sending.unknown'>) => `Uncertain: ${p.subject || 'message without a subject'}`,
      text: (_: P<'sending.unknown'>) =>
        'The server did not confirm the message. We do not send it twice; ask the recipient.',
    },
    'message.action_failed': {
      name: 'An action on messages failed',
      title: (p: P<'message.action_failed'>) => `The server of ${p.address} refused an action`,
      text: (p: P<'message.action_failed'>) =>
        en(p.messages, 'One message is as it was before.', `${p.messages} messages are as they were before.`),
    },
    'workflow.notice': {
      name: 'Notices of your workflows',
      title: (p: P<'workflow.notice'>) => `${p.title}`,
      text: (p: P<'workflow.notice'>) => `${p.body ?? ''} (${p.workflowName})`,
    },
    'approval.pending': {
      name: 'Your approval is needed',
      title: (p: P<'approval.pending'>) => `${p.workflowName} needs your approval`,
      text: (p: P<'approval.pending'>) => p.subject ?? '–',
    },
    'approval.reminder': {
      name: 'Reminder of an approval',
      title: (p: P<'approval.reminder'>) => `${p.workflowName} still waits for your approval`,
      text: (p: P<'approval.reminder'>) => p.subject ?? '–',
    },
    'approval.escalated': {
      name: 'An approval was passed on to you',
      title: (p: P<'approval.escalated'>) => `An approval of ${p.workflowName} was passed on to you`,
      text: (p: P<'approval.escalated'>) => p.subject ?? '–',
    },
    'approval.decided': {
      name: 'Your request was decided',
      title: (p: P<'approval.decided'>) =>
        p.decision === 'approved'
          ? `${p.decidedBy} approved a request of ${p.workflowName}`
          : `${p.decidedBy} rejected a request of ${p.workflowName}`,
      text: (p: P<'approval.decided'>) => p.subject ?? '–',
    },
    'approval.expired': {
      name: 'An approval expired',
      title: (p: P<'approval.expired'>) => `Nobody decided a request of ${p.workflowName} in time`,
      text: (p: P<'approval.expired'>) => p.subject ?? '–',
    },
    'review.pending': {
      name: 'Drafts to review',
      title: (p: P<'review.pending'>) =>
        en(p.count, 'A draft waits for you', `${p.count} drafts wait for you`),
      text: (p: P<'review.pending'>) => `${p.subject}${by(p.workflowName)}`,
    },
    'review.held': {
      name: 'Automatic mail was held',
      title: (p: P<'review.held'>) =>
        en(p.count, 'An automatic message was held', `${p.count} automatic messages were held`),
      text: (p: P<'review.held'>) => `${p.subject}${by(p.workflowName)}`,
    },
    'review.expiring': {
      name: 'Drafts expire soon',
      title: (p: P<'review.expiring'>) =>
        en(p.drafts, 'A draft expires soon', `${p.drafts} drafts expire soon`),
      text: (_: P<'review.expiring'>) => 'Send, edit or snooze them to keep them.',
    },
    'review.expired': {
      name: 'Drafts expired',
      title: (p: P<'review.expired'>) => en(p.drafts, 'A draft expired', `${p.drafts} drafts expired`),
      text: (p: P<'review.expired'>) => `Nobody has touched: ${p.subject}${isMany(p.drafts) ? '…' : ''}`,
    },
    'invitation.accepted': {
      name: 'An invitation was accepted',
      title: (p: P<'invitation.accepted'>) => `${p.name} joined the organisation`,
      text: (p: P<'invitation.accepted'>) => `${p.email}`,
    },
    'auth.new_sign_in': {
      name: 'Sign-in from a new browser',
      title: (_: P<'auth.new_sign_in'>) => 'Sign-in from a new browser',
      text: (p: P<'auth.new_sign_in'>) =>
        `From ${p.ip}. If it was not you, end the session and change your password.`,
    },
    'api_key.created': {
      name: 'An API key was created',
      title: (p: P<'api_key.created'>) => `API key “${p.name}” was created`,
      text: (p: P<'api_key.created'>) => `It starts with ${p.prefix}. If it was not you, revoke it.`,
    },
    'workflow.unpublished': {
      name: 'Workflows were unpublished',
      title: (p: P<'workflow.unpublished'>) =>
        p.workflowName ? `${p.workflowName} was unpublished` : `${p.count} workflows were unpublished`,
      text: (p: P<'workflow.unpublished'>) =>
        p.reason === 'mailbox_removed'
          ? 'The mailbox that they use was disconnected.'
          : 'Their owner was deactivated.',
    },
    'member.role_changed': {
      name: 'Your role was changed',
      title: (p: P<'member.role_changed'>) =>
        p.to === 'admin' ? 'You are an administrator now' : 'You are no longer an administrator',
      text: (p: P<'member.role_changed'>) =>
        p.to === 'admin'
          ? 'Administration appears in the navigation.'
          : 'Your mailboxes and workflows stay as they are.',
    },
    'member.reactivated': {
      name: 'Your account was reactivated',
      title: (_: P<'member.reactivated'>) => 'Your account is active again',
      text: (_: P<'member.reactivated'>) => 'Connect your mailboxes again and publish your workflows.',
    },
    'quota.reached': {
      name: 'A storage limit was reached',
      title: (p: P<'quota.reached'>) =>
        p.quota === 'uploads' ? 'Your space for attachments is full' : 'Your space for run data is full',
      text: (p: P<'quota.reached'>) => `The limit is ${Math.round(p.maxBytes / 1_000_000)} MB.`,
    },
    'ai.provider_down': {
      name: 'An AI connection fails',
      title: (p: P<'ai.provider_down'>) => `The AI connection ${p.label} fails`,
      text: (p: P<'ai.provider_down'>) => `${p.errorSummary}. It is tried again by itself.`,
    },
    'ai.provider_recovered': {
      name: 'An AI connection works again',
      title: (p: P<'ai.provider_recovered'>) => `The AI connection ${p.label} works again`,
      text: (_: P<'ai.provider_recovered'>) => 'AI steps use it as before.',
    },
    'ai.budget_warning': {
      name: 'An AI budget is nearly used up',
      title: (p: P<'ai.budget_warning'>) => `The AI budget${by(p.name)} reached its warning limit`,
      text: (p: P<'ai.budget_warning'>) => `${p.limitUsd} US dollars this month.`,
    },
    'ai.budget_exceeded': {
      name: 'An AI budget is used up',
      title: (p: P<'ai.budget_exceeded'>) => `The AI budget${by(p.name)} is used up`,
      text: (p: P<'ai.budget_exceeded'>) =>
        `${p.limitUsd} US dollars this month. AI steps fail until next month or a higher limit.`,
    },
  },
  fr: {
    'execution.failed': {
      name: 'Une exécution a échoué',
      title: (p) => `${p.workflowName} a échoué`,
      text: (p) => `${p.errorSummary}`,
    },
    'mailbox.error': {
      name: 'Une boîte mail s’est arrêtée',
      title: (p) => `${p.address} ne peut plus être relevée`,
      text: (p) =>
        p.kind === 'auth_failed' || p.kind === 'grant_revoked'
          ? 'Le serveur refuse la connexion. Le nouveau courrier est en sûreté sur le serveur ; reconnectez la boîte.'
          : 'Le serveur ne répond pas normalement. Le nouveau courrier y est en sûreté ; nous réessayons.',
    },
    'mailbox.recovered': {
      name: 'Une boîte mail fonctionne à nouveau',
      title: (p) => `${p.address} fonctionne à nouveau`,
      text: () => 'Le courrier arrivé entre-temps est en cours de relève.',
    },
    'mailbox.removed': {
      name: 'Une boîte mail a été déconnectée ou supprimée',
      title: (p) =>
        p.mode === 'deleted' ? `${p.address} a été supprimée` : `${p.address} a été déconnectée`,
      text: (p) =>
        p.unpublishedWorkflows > 0
          ? fr(
              p.unpublishedWorkflows,
              'Un workflow a été dépublié.',
              `${p.unpublishedWorkflows} workflows ont été dépubliés.`,
            )
          : 'Aucun workflow n’est concerné.',
    },
    'sending.failed': {
      name: 'Un message n’a pas pu être envoyé',
      title: (p) => `Non envoyé : ${p.subject || 'message sans objet'}`,
      text: () => 'Personne ne l’a reçu. Ouvrez-le pour savoir pourquoi et le renvoyer.',
    },
    'sending.unknown': {
      name: 'L’envoi d’un message est incertain',
      title: (p) => `Incertain : ${p.subject || 'message sans objet'}`,
      text: () =>
        'Le serveur n’a pas confirmé le message. Nous ne l’envoyons pas deux fois ; demandez au destinataire.',
    },
    'message.action_failed': {
      name: 'Une action sur des messages a échoué',
      title: (p) => `Le serveur de ${p.address} a refusé une action`,
      text: (p) => fr(p.messages, 'Un message est inchangé.', `${p.messages} messages sont inchangés.`),
    },
    'workflow.notice': {
      name: 'Avis de vos workflows',
      title: (p) => `${p.title}`,
      text: (p) => `${p.body ?? ''} (${p.workflowName})`,
    },
    'approval.pending': {
      name: 'Votre approbation est demandée',
      title: (p) => `${p.workflowName} demande votre approbation`,
      text: (p) => p.subject ?? '–',
    },
    'approval.reminder': {
      name: 'Rappel d’une approbation',
      title: (p) => `${p.workflowName} attend toujours votre approbation`,
      text: (p) => p.subject ?? '–',
    },
    'approval.escalated': {
      name: 'Une approbation vous a été transmise',
      title: (p) => `Une approbation de ${p.workflowName} vous a été transmise`,
      text: (p) => p.subject ?? '–',
    },
    'approval.decided': {
      name: 'Votre demande a reçu une décision',
      title: (p) =>
        p.decision === 'approved'
          ? `${p.decidedBy} a approuvé une demande de ${p.workflowName}`
          : `${p.decidedBy} a rejeté une demande de ${p.workflowName}`,
      text: (p) => p.subject ?? '–',
    },
    'approval.expired': {
      name: 'Une approbation a expiré',
      title: (p) => `Personne n’a décidé à temps d’une demande de ${p.workflowName}`,
      text: (p) => p.subject ?? '–',
    },
    'review.pending': {
      name: 'Brouillons à relire',
      title: (p) => fr(p.count, 'Un brouillon vous attend', `${p.count} brouillons vous attendent`),
      text: (p) => `${p.subject}${by(p.workflowName)}`,
    },
    'review.held': {
      name: 'Du courrier automatique a été retenu',
      title: (p) =>
        fr(
          p.count,
          'Un message automatique a été retenu',
          `${p.count} messages automatiques ont été retenus`,
        ),
      text: (p) => `${p.subject}${by(p.workflowName)}`,
    },
    'review.expiring': {
      name: 'Des brouillons vont expirer',
      title: (p) => fr(p.drafts, 'Un brouillon va expirer', `${p.drafts} brouillons vont expirer`),
      text: () => 'Envoyez-les, modifiez-les ou reportez-les pour les conserver.',
    },
    'review.expired': {
      name: 'Des brouillons ont expiré',
      title: (p) => fr(p.drafts, 'Un brouillon a expiré', `${p.drafts} brouillons ont expiré`),
      text: (p) => `Personne n’a touché à : ${p.subject}${isMany(p.drafts) ? '…' : ''}`,
    },
    'invitation.accepted': {
      name: 'Une invitation a été acceptée',
      title: (p) => `${p.name} a rejoint l’organisation`,
      text: (p) => `${p.email}`,
    },
    'auth.new_sign_in': {
      name: 'Connexion depuis un nouveau navigateur',
      title: () => 'Connexion depuis un nouveau navigateur',
      text: (p) =>
        `Depuis ${p.ip}. Si ce n’était pas vous, mettez fin à la session et changez de mot de passe.`,
    },
    'api_key.created': {
      name: 'Une clé API a été créée',
      title: (p) => `La clé API « ${p.name} » a été créée`,
      text: (p) => `Elle commence par ${p.prefix}. Si ce n’était pas vous, révoquez-la.`,
    },
    'workflow.unpublished': {
      name: 'Des workflows ont été dépubliés',
      title: (p) =>
        p.workflowName ? `${p.workflowName} a été dépublié` : `${p.count} workflows ont été dépubliés`,
      text: (p) =>
        p.reason === 'mailbox_removed'
          ? 'La boîte mail qu’ils utilisent a été déconnectée.'
          : 'Leur propriétaire a été désactivé.',
    },
    'member.role_changed': {
      name: 'Votre rôle a changé',
      title: (p) =>
        p.to === 'admin' ? 'Vous êtes désormais administrateur' : 'Vous n’êtes plus administrateur',
      text: (p) =>
        p.to === 'admin'
          ? 'L’administration apparaît dans la navigation.'
          : 'Vos boîtes mail et vos workflows restent en l’état.',
    },
    'member.reactivated': {
      name: 'Votre compte a été réactivé',
      title: () => 'Votre compte est de nouveau actif',
      text: () => 'Reconnectez vos boîtes mail et publiez vos workflows.',
    },
    'quota.reached': {
      name: 'Une limite de stockage est atteinte',
      title: (p) =>
        p.quota === 'uploads'
          ? 'Votre espace pour les pièces jointes est plein'
          : 'Votre espace pour les données d’exécution est plein',
      text: (p) => `La limite est de ${Math.round(p.maxBytes / 1_000_000)} Mo.`,
    },
    'ai.provider_down': {
      name: 'Une connexion IA est en échec',
      title: (p) => `La connexion IA ${p.label} est en échec`,
      text: (p) => `${p.errorSummary}. Elle est réessayée d’elle-même.`,
    },
    'ai.provider_recovered': {
      name: 'Une connexion IA fonctionne à nouveau',
      title: (p) => `La connexion IA ${p.label} fonctionne à nouveau`,
      text: () => 'Les étapes IA l’utilisent comme avant.',
    },
    'ai.budget_warning': {
      name: 'Un budget IA est presque épuisé',
      title: (p) => `Le budget IA${by(p.name)} a atteint son seuil d’alerte`,
      text: (p) => `${p.limitUsd} dollars US ce mois-ci.`,
    },
    'ai.budget_exceeded': {
      name: 'Un budget IA est épuisé',
      title: (p) => `Le budget IA${by(p.name)} est épuisé`,
      text: (p) =>
        `${p.limitUsd} dollars US ce mois-ci. Les étapes IA échouent jusqu’au mois prochain ou à une limite plus haute.`,
    },
  },
})
