import type { Locale } from '../../platform/http/call.ts'

const texts = {
  en: {
    needed: 'Approval needed',
    approve: 'Approve',
    reject: 'Reject',
    approveQuestion: 'Approve this request?',
    rejectQuestion: 'Reject this request?',
    from: 'From',
    subject: 'Subject',
    received: 'Received',
    workflow: 'Workflow',
    until: 'Respond by',
    approved: 'Approved',
    rejected: 'Rejected',
    expired: 'This request has expired without a decision.',
    by: 'by',
    byLink: 'by a link sent to',
    withheld: 'Only this recipient gets the links to decide:',
    copyFooter: 'This email was sent by a workflow.',
    signInFooter:
      'This email was sent by a workflow. Each link opens a page where you sign in and confirm your decision.',
    signInTitle: 'Sign in to decide',
    signInNeeded: 'This request is for the member with the address',
    signIn: 'Sign in',
    otherMember: 'You are signed in with another account:',
    suspendedTitle: 'This link is no longer valid',
    suspended: 'The account that it was sent to is suspended. An administrator decides instead.',
    footer: 'This email was sent by a workflow. Each link opens a page where you confirm your decision.',
    oneClick: 'This email was sent by a workflow. Opening a link submits your decision immediately.',
  },
  fr: {
    needed: 'Approbation demandée',
    approve: 'Approuver',
    reject: 'Refuser',
    approveQuestion: 'Approuver cette demande ?',
    rejectQuestion: 'Refuser cette demande ?',
    from: 'De',
    subject: 'Objet',
    received: 'Reçu',
    workflow: 'Workflow',
    until: 'Répondre avant',
    approved: 'Approuvée',
    rejected: 'Refusée',
    expired: 'Cette demande a expiré sans décision.',
    by: 'par',
    byLink: 'par un lien envoyé à',
    withheld: 'Seul ce destinataire reçoit les liens de décision :',
    copyFooter: 'Ce message a été envoyé par un workflow.',
    signInFooter:
      'Ce message a été envoyé par un workflow. Chaque lien ouvre une page où vous vous connectez et confirmez votre décision.',
    signInTitle: 'Connectez-vous pour décider',
    signInNeeded: "Cette demande s'adresse au membre dont l'adresse est",
    signIn: 'Se connecter',
    otherMember: 'Vous êtes connecté avec un autre compte :',
    suspendedTitle: "Ce lien n'est plus valable",
    suspended: 'Le compte auquel il a été envoyé est suspendu. Un administrateur décide à sa place.',
    footer:
      'Ce message a été envoyé par un workflow. Chaque lien ouvre une page où vous confirmez votre décision.',
    oneClick:
      "Ce message a été envoyé par un workflow. L'ouverture d'un lien valide immédiatement votre décision.",
  },
}

export const textsOf = (locale: Locale) => texts[locale]
export const showTime = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`
